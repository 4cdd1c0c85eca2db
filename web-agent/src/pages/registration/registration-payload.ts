import { cellNumberE164, dialledDigits } from '@fynbos/domain/identity/phone.ts';
import type { CommunicationMethod, Registration, YesNo } from '../../api/types.ts';
import type { RegistrationValues } from './registration-values.ts';

/**
 * Builds the request (specification, sections 3 and 5).
 * `referralLink`: the code of the personal link by which the person came.
 * The cell number is the dial code without plus, followed by the number without its leading zero.
 */
export function registrationPayload(values: RegistrationValues, referralLink = ''): Registration {
  const { taxCountry, countryDialCode } = values;
  const trimmed = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, /password/i.test(field) ? value : value.trim()]),
  ) as RegistrationValues;
  return {
    ...trimmed,
    cellNumber: dialledDigits(cellNumberE164(values.cellNumber, { taxCountry, countryDialCode }) ?? values.cellNumber),
    countryOfIssue: taxCountry,
    idType: 'SMART',
    rentalCo: '1',
    referralLink,
    communicationMethod: values.communicationMethod as CommunicationMethod,
    termsAndConditions: values.termsAndConditions as YesNo,
    employerConsent: values.employerConsent as YesNo,
  };
}
