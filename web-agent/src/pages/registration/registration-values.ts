import { HOME } from '@fynbos/domain/country/countries.ts';
import { type BankValues, bankChosen } from '../../agent-fields/bank-rules.ts';
import type { ReferenceLists } from '../../api/types.ts';

/** Defaults of specification section 5. The agent must give consent; it is never preset. */
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
export const valuesOfChoices = (
  { taxCountry, bankName }: Partial<RegistrationValues>,
  lists: ReferenceLists,
): Partial<RegistrationValues> => ({
  ...(taxCountry !== undefined && countryChosen(taxCountry, lists)),
  ...(bankName !== undefined && bankChosen(bankName, lists.banks)),
});
