import { isPostalCode, needsPostalCode } from '@fynbos/domain/country/countries.ts';
import { businessEmailProblem } from '@fynbos/domain/identity/email.ts';
import { idNumberProblem } from '@fynbos/domain/identity/id-number.ts';
import { PASSWORDS_DIFFER, passwordProblem } from '@fynbos/domain/identity/password.ts';
import { cellNumberE164, dialledDigits, telephoneE164 } from '@fynbos/domain/identity/phone.ts';
import { AGENT_LABELS, requiredFields } from '../../agent-fields/agent-rules.ts';
import { bankRules } from '../../agent-fields/bank-rules.ts';
import type { CommunicationMethod, YesNo } from '../../api/types.ts';
import { blank, check } from '../../forms/rules.ts';
import { t } from '../../i18n/t.tsx';
import { required } from '../../messages/first-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type { RegistrationValues } from './registration-values.ts';

const LABELS = {
  ...AGENT_LABELS,
  taxCountry: t('Country'),
  physicalAddressLine2: t('Physical Address Line 2'),
  physicalAddressLine3: t('Physical Address Line 3'),
} as const;

/** Every rule of specification section 5, Registration. Postal codes are optional outside South Africa. */
export function registrationErrors(values: RegistrationValues) {
  const home = { taxCountry: values.taxCountry, countryDialCode: values.countryDialCode };
  return check<RegistrationValues>({
    ...requiredFields(values, LABELS, required),
    ...bankRules(values, values.taxCountry),
    emailAddress: [blank(values.emailAddress, required(t('Email Address'))), businessEmailProblem(values.emailAddress)],
    countryDialCode: blank(values.countryDialCode, required(t('Dial Code'))),
    cellNumber: [
      blank(values.cellNumber, required(t('Cell Number'))),
      !cellNumberE164(values.cellNumber, home) && MESSAGES.cellLength,
    ],
    telephoneNumber: [
      blank(values.telephoneNumber, required(t('Telephone Number'))),
      !telephoneE164(values.telephoneNumber, { taxCountry: values.taxCountry }) &&
        t('Enter a valid telephone number, including the area code.'),
    ],
    postalCode: needsPostalCode(values.taxCountry) && [
      blank(values.postalCode, required(t('Postal Code'))),
      !isPostalCode(values.postalCode.trim(), values.taxCountry) && MESSAGES.postalFourDigits,
    ],
    idNumber: idNumberProblem(values.idNumber, values.taxCountry),
    password: [blank(values.password, required(t('Password'))), passwordProblem(values.password)],
    confirmPassword: [
      blank(values.confirmPassword, required(t('Confirm Password'))),
      values.confirmPassword !== values.password && PASSWORDS_DIFFER,
    ],
    communicationMethod: blank(values.communicationMethod, t('Preferred Method of Communication is required.')),
    termsAndConditions: values.termsAndConditions !== 'Y' && t("Please accept the T's and C's."),
    employerConsent: values.employerConsent !== 'Y' && MESSAGES.employerConsent,
  });
}

/**
 * Specification, sections 3 and 5. `referralLink`: the code of a personal link. The cell number is the dial code
 * without plus and the number without its leading zero.
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
    employerConsent: values.employerConsent as YesNo,
    termsAndConditions: values.termsAndConditions as YesNo,
  };
}
