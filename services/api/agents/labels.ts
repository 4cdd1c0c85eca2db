import { ID_MESSAGES } from '@fynbos/domain/identity/id-number.ts';

/** Names of the fields on forms. Messages are built from them (specification, section 5). */
export const LABELS = {
  title: 'Title',
  initials: 'Initials',
  firstName: 'First Name',
  surname: 'Surname',
  emailAddress: 'Email Address',
  countryDialCode: 'Dial Code',
  cellNumber: 'Cell Number',
  taxCountry: 'Country',
  idNumber: 'ID Number',
  password: 'Password',
  confirmPassword: 'Confirm Password',
  taxNumber: 'Income Tax Number',
  agencyName: 'Agency Name',
  iataNumber: 'IATA Number',
  physicalAddressLine1: 'Physical Address Line 1',
  physicalAddressLine2: 'Physical Address Line 2',
  physicalAddressLine3: 'Physical Address Line 3',
  postalCode: 'Postal Code',
  telephoneNumber: 'Telephone Number',
  bankName: 'Bank Name',
  otherBankName: 'Other Bank Name',
  bankAccountNumber: 'Bank Account Number',
  bankAccountHolderName: 'Bank Account Holder Name',
  branchCode: 'Branch Code',
  branchName: 'Branch Name',
} as const;
export type FormField = keyof typeof LABELS;

/** Required fields with their own message in the specification, section 5. */
const OWN_MESSAGES: Partial<Record<FormField, string>> = {
  bankName: 'Please select a bank!',
  idNumber: ID_MESSAGES.required,
};

/** Returns the message for a missing or blank required field: `X is required!`, or the field's own. */
export const requiredMessage = (field: FormField): string => OWN_MESSAGES[field] ?? `${LABELS[field]} is required!`;

/** The messages for what is wrong with an entered bank account. */
export const BANK_FAULTS = {
  bankAccountNumber: {
    missing: requiredMessage('bankAccountNumber'),
    'not-digits': 'Bank Account Number must contain only numeric characters.',
    length: 'Bank Account Number must have 5 to 18 digits.',
  },
  branchCode: { missing: requiredMessage('branchCode'), 'not-a-code': 'Branch Code must be 6 digits.' },
  bic: {
    missing: 'BIC is required for a bank outside South Africa.',
    'not-of-country': 'The BIC has 8 or 11 characters and names the country of the bank.',
  },
} as const;

export const FORM_MESSAGES = {
  terms: "Please accept the T's and C's.",
  consent: 'Employer consent is required!',
  method: 'Preferred Method of Communication is required.',
  cellLength: 'Cell Number has the wrong number of digits for its country.',
  telephone: 'Telephone Number is not valid for its country.',
  country: 'Country is required!',
  fillIn: 'Please fill in all required fields.',
  fillInCorrectly: 'Please fill out all required fields correctly!',
  credentials: 'Missing credentials.',
} as const;
