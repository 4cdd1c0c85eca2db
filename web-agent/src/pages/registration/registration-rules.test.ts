import { expect, test } from 'vitest';
import { registrationErrors, registrationPayload } from './registration-rules.ts';
import { EMPTY_REGISTRATION, type RegistrationValues } from './registration-values.ts';

const COMPLETE: RegistrationValues = {
  ...EMPTY_REGISTRATION,
  title: 'Ms',
  initials: 'T',
  firstName: 'Thandi',
  surname: 'Nkosi',
  emailAddress: 'thandi@capetravel.co.za',
  cellNumber: '0821234567',
  idNumber: '8001015009087',
  taxNumber: '0001339050',
  telephoneNumber: '021 555 0123',
  agencyName: 'Cape Travel',
  iataNumber: '7712345',
  physicalAddressLine1: '1 Long Street',
  physicalAddressLine2: 'Gardens',
  physicalAddressLine3: 'Cape Town',
  postalCode: '8001',
  bankName: 'Standard Bank',
  bankAccountNumber: '123456789',
  bankAccountHolderName: 'T Nkosi',
  branchCode: '051001',
  branchName: 'Universal',
  password: 'Str0ng!pass',
  confirmPassword: 'Str0ng!pass',
  termsAndConditions: 'Y',
  employerConsent: 'Y',
};

const errorsWith = (changes: Partial<RegistrationValues>) => registrationErrors({ ...COMPLETE, ...changes });

test('a complete registration has no errors', () => {
  expect(registrationErrors(COMPLETE)).toEqual({});
});

test('an empty registration has an error for each field in the words of the specification', () => {
  const errors = registrationErrors(EMPTY_REGISTRATION);
  expect(errors).toMatchObject({
    title: 'Title is required!',
    idNumber: 'Identification Number is required.',
    bankName: 'Please select a bank!',
    termsAndConditions: "Please accept the T's and C's.",
    employerConsent: 'Employer consent is required!',
  });
  expect(Object.keys(errors)).toHaveLength(24);
});

test.each([
  ['800101500908', 'ID Number must be exactly 13 digits.'],
  ['80010150090AB', 'ID Number must contain only numeric characters.'],
  ['8001015009088', 'ID verification failed. Please check your ID number.'],
])('the South African ID number %s is refused: %s', (idNumber, message) => {
  expect(errorsWith({ idNumber }).idNumber).toBe(message);
});

test('an ID number of another country is not held to thirteen digits', () => {
  const namibian = {
    taxCountry: 'NMB',
    countryDialCode: '264',
    cellNumber: '811234567',
    telephoneNumber: '061 123 456',
  };
  expect(errorsWith({ ...namibian, idNumber: 'P123', postalCode: '' })).toEqual({});
});

test('a private mail address and a weak password are refused', () => {
  const errors = errorsWith({ emailAddress: 'thandi@yahoo.co.za', password: 'weak', confirmPassword: 'weak' });
  expect(errors.emailAddress).toBe('Personal email domains like Gmail, Yahoo, and Hotmail are not allowed.');
  expect(errors.password).toMatch(/^Password must contain at least one uppercase letter/);
});

test('requires the name of the bank, and no branch code, for OTHER', () => {
  expect(errorsWith({ bankName: 'OTHER', branchCode: '' })).toEqual({ otherBankName: 'Other Bank Name is required!' });
});

test('the cell number is sent without its leading zero behind the dial code without plus', () => {
  expect(registrationPayload(COMPLETE).cellNumber).toBe('27821234567');
  expect(registrationPayload(COMPLETE, '7-abc').referralLink).toBe('7-abc');
  expect(registrationPayload({ ...COMPLETE, cellNumber: '821234567' }).cellNumber).toBe('27821234567');
});

test('the request contains the defaults, and the tax country as the country of issue', () => {
  expect(registrationPayload(COMPLETE)).toMatchObject({ idType: 'SMART', rentalCo: '1', countryOfIssue: 'RSA' });
});
