import { useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { api } from '../../api/calls.ts';
import { phoneParts } from '../../fields/phone-parts.ts';
import type { RegistrationValues } from './registration-values.ts';

/** Fills in the inviting agent's entries if the link has the e-mail and its `ref`. */
export function useReferred(params: URLSearchParams, offer: (changes: Partial<RegistrationValues>) => void): void {
  const email = params.get('email');
  const ref = params.get('ref') ?? '';
  // Render the offered values synchronously: between the offer and a later render, the person may focus the field.
  useLayoutEffect(() => {
    if (!email) return;
    offer({ emailAddress: email });
    api
      .referredAgent(email, ref)
      .then(({ firstName, surname, emailAddress, contactNumber, iataNumber, agencyName }) =>
        flushSync(() => offer({ firstName, surname, emailAddress, iataNumber, agencyName, ...dialled(contactNumber) })),
      )
      .catch(() => undefined);
  }, [email, ref, offer]);
}

function dialled(contactNumber: string): Partial<RegistrationValues> {
  const { dialCode, number } = phoneParts(contactNumber, '27');
  return { countryDialCode: dialCode, cellNumber: number };
}
