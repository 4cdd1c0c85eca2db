import { HOME } from '@fynbos/domain/country/countries.ts';
import type { BankValues } from '../../fields/bank-rules.ts';
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
