import { HOME } from '@fynbos/domain/country/countries.ts';
import { cellNumberE164, dialledDigits } from '@fynbos/domain/identity/phone.ts';
import type { CommunicationMethod, ReferenceLists } from '../../api/types.ts';
import { type BankValues, bankChosen } from '../../forms/bank-rules.ts';

/**
 * Initial values of the registration form; defaults of specification section 5. The agent must give consent; it is
 * never preset.
 */
export const EMPTY_REGISTRATION = {
  title: '',
  initials: '',
  firstName: '',
  surname: '',
  emailAddress: '',
  countryDialCode: '27',
  cellNumber: '',
  taxCountry: HOME,
  idNumber: '',
  taxNumber: '',
  agencyName: '',
  iataNumber: '',
  telephoneNumber: '',
  physicalAddressLine1: '',
  physicalAddressLine2: '',
  physicalAddressLine3: '',
  postalCode: '',
  bankName: '',
  otherBankName: '',
  bankAccountNumber: '',
  bankAccountHolderName: '',
  branchCode: '',
  branchName: '',
  accountType: '' as BankValues['accountType'],
  bic: '',
  password: '',
  confirmPassword: '',
  communicationMethod: 'C',
  employerConsent: 'N',
  termsAndConditions: 'N',
};

export type RegistrationValues = typeof EMPTY_REGISTRATION;

/** Returns the values that choosing a country sets: its dial code, if the country is listed. */
export function countryChosen(taxCountry: string, { countries }: ReferenceLists): Partial<RegistrationValues> {
  const dialCode = countries.find(({ code }) => code === taxCountry)?.dailCode;
  return dialCode ? { countryDialCode: dialCode } : {};
}

/** Returns the values that the choices in these values set; nothing for fields without a choice. */
export const chosen = (
  { taxCountry, bankName }: Partial<RegistrationValues>,
  lists: ReferenceLists,
): Partial<RegistrationValues> => ({
  ...(taxCountry !== undefined && countryChosen(taxCountry, lists)),
  ...(bankName !== undefined && bankChosen(bankName, lists.banks)),
});

/**
 * Builds the request (specification, sections 3 and 5).
 * `referralLink`: the code of the personal link by which the person came.
 * The cell number is the dial code without plus, followed by the number without its leading zero.
 */
export function registrationPayload(values: RegistrationValues, referralLink = '') {
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
  };
}
