import { isPostalCode, needsPostalCode } from '@fynbos/domain/country/countries.ts';
import { businessEmailProblem } from '@fynbos/domain/identity/email.ts';
import { idNumberProblem } from '@fynbos/domain/identity/id-number.ts';
import { PASSWORDS_DIFFER, passwordProblem } from '@fynbos/domain/identity/password.ts';
import { cellNumberE164, telephoneE164 } from '@fynbos/domain/identity/phone.ts';
import { bankRules } from '../../forms/bank-rules.ts';
import { blank, check } from '../../forms/rules.ts';
import { required } from '../../text/first-messages.ts';
import { MESSAGES } from '../../text/messages.ts';
import type { RegistrationValues } from './registration-values.ts';

const LABELS: Partial<Record<keyof RegistrationValues, string>> = {
  title: 'Title',
  initials: 'Initials',
  firstName: 'First Name',
  surname: 'Surname',
  taxCountry: 'Country',
  taxNumber: 'Income Tax Number',
  agencyName: 'Agency Name',
  iataNumber: 'IATA Number',
  physicalAddressLine1: 'Physical Address Line 1',
  physicalAddressLine2: 'Physical Address Line 2',
  physicalAddressLine3: 'Physical Address Line 3',
};

/** Every rule of specification section 5, Registration. Postal codes are optional outside South Africa. */
export function registrationErrors(values: RegistrationValues) {
  const home = { taxCountry: values.taxCountry, countryDialCode: values.countryDialCode };
  const plain = Object.entries(LABELS).map(([field, label]) => [
    field,
    blank(values[field as keyof RegistrationValues], required(label)),
  ]);
  return check<RegistrationValues>({
    ...Object.fromEntries(plain),
    ...bankRules(values, values.taxCountry),
    emailAddress: [blank(values.emailAddress, required('Email Address')), businessEmailProblem(values.emailAddress)],
    countryDialCode: blank(values.countryDialCode, required('Dial Code')),
    cellNumber: [
      blank(values.cellNumber, required('Cell Number')),
      !cellNumberE164(values.cellNumber, home) && MESSAGES.cellLength,
    ],
    telephoneNumber: [
      blank(values.telephoneNumber, required('Telephone Number')),
      !telephoneE164(values.telephoneNumber, { taxCountry: values.taxCountry }) && MESSAGES.telephone,
    ],
    postalCode: needsPostalCode(values.taxCountry) && [
      blank(values.postalCode, required('Postal Code')),
      !isPostalCode(values.postalCode.trim(), values.taxCountry) && MESSAGES.postalFourDigits,
    ],
    idNumber: idNumberProblem(values.idNumber, values.taxCountry),
    password: [blank(values.password, required('Password')), passwordProblem(values.password)],
    confirmPassword: [
      blank(values.confirmPassword, required('Confirm Password')),
      values.confirmPassword !== values.password && PASSWORDS_DIFFER,
    ],
    communicationMethod: blank(values.communicationMethod, MESSAGES.method),
    termsAndConditions: values.termsAndConditions !== 'Y' && MESSAGES.terms,
    employerConsent: values.employerConsent !== 'Y' && MESSAGES.employerConsent,
  });
}
