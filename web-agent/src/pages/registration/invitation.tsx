import { useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router-dom';
import { phoneParts } from '../../agent-fields/phone-parts.ts';
import { call, QUIET } from '../../api/client.ts';
import { useLoaded } from '../../components/load-state.tsx';
import { T } from '../../i18n/t.tsx';
import { discardDraft, draftOf, saveDraft } from '../../session/drafts.ts';
import type { RegistrationValues } from './registration-values.ts';

const referredAgent = (email: string, ref: string) =>
  call('GET', 'referral/get-referred-agent', { query: { email, ref }, ...QUIET });

/** Names the agent of the invitation or personal link that opened the page. */
export function InvitedBy() {
  const [query] = useSearchParams();
  const [email, ref] = [query.get('email') ?? '', query.get('ref') ?? ''];
  const isInvited = email !== '' && ref !== '';
  const { data } = useLoaded(async () => {
    if (isInvited) return (await referredAgent(email, ref)).invitedBy;
    const link = personalLink(query);
    return link ? (await call('GET', 'referral/inviter', { query: { link }, ...QUIET })).invitedBy : '';
  }, query.toString());
  if (!data) return null;
  return (
    <p className="note" role="status">
      {isInvited ? (
        <T
          text="%{inviter} invited you. We filled in what %{name} told us: check it and complete the rest."
          inviter={<strong>{data}</strong>}
          name={data}
        />
      ) : (
        <T text="%{inviter} invited you to Fynbos Rewards." inviter={<strong>{data}</strong>} />
      )}
    </p>
  );
}

/** Fills in the inviting agent's entries if the link has the e-mail and its `ref`. */
export function useReferred(params: URLSearchParams, offer: (changes: Partial<RegistrationValues>) => void): void {
  const email = params.get('email');
  const ref = params.get('ref') ?? '';
  // Render the offered values synchronously: between the offer and a later render, the person may focus the field.
  useLayoutEffect(() => {
    if (!email) return;
    offer({ emailAddress: email });
    referredAgent(email, ref)
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

const DRAFT = 'personal-link';

/** The code of the link, or ''. Kept in this tab, because a person may read the questions first and then return. */
export function personalLink(params: URLSearchParams): string {
  const code = params.get('from');
  if (code) saveDraft(DRAFT, { code });
  return code ?? draftOf(DRAFT).code ?? '';
}

export const dropPersonalLink = (): void => discardDraft(DRAFT);
