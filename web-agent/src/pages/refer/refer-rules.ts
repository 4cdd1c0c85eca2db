import { isEmail, isPersonalEmail, PERSONAL_DOMAIN_MESSAGE } from '@fynbos/domain/identity/email.ts';
import { blank, check } from '../../forms/rules.ts';
import { t } from '../../i18n/t.tsx';
import { required } from '../../messages/first-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';

export const EMPTY_REFERRAL = {
  firstName: '',
  surname: '',
  emailAddress: '',
  countryDialCode: '',
  cellNumber: '',
  agencyName: '',
  iataNumber: '',
};
export type ReferralValues = typeof EMPTY_REFERRAL;

/** The API's `contactNumber` is the form's cell number (specification, section 3, Referral request). */
export const SERVER_NAMES = { contactNumber: 'cellNumber', iATANumber: 'iataNumber' } as const;

export const CELL_LIMIT = 20;

/** Specification, section 5, Referral form. The blocked e-mail domains apply here too. */
export const referralErrors = (values: ReferralValues) =>
  check<ReferralValues>({
    firstName: blank(values.firstName, t("Travel Agent's Firstname is required!")),
    surname: blank(values.surname, t("Travel Agent's Surname is required!")),
    emailAddress: [
      blank(values.emailAddress, MESSAGES.emailRequired),
      !isEmail(values.emailAddress) && MESSAGES.emailValid,
      isPersonalEmail(values.emailAddress) && PERSONAL_DOMAIN_MESSAGE,
    ],
    countryDialCode: blank(values.countryDialCode, required(t('Dial Code'))),
    cellNumber: [
      blank(values.cellNumber, t("Travel Agent's Cellphone Number is required!")),
      !/^\d+$/.test(values.cellNumber) && t('Cellphone Number must contain only numeric characters.'),
    ],
    agencyName: blank(values.agencyName, t("Travel Agent's Agency Name is required!")),
    iataNumber: blank(values.iataNumber, t("Travel Agent's Travel Agency IATA Number is required!")),
  });

/** Builds the request (specification, section 3, Referral request), with the field names used there. */
export const referralRequest = (values: ReferralValues, agentId: number) => ({
  FirstName: values.firstName.trim(),
  Surname: values.surname.trim(),
  EmailAddress: values.emailAddress.trim(),
  ContactNumber: `${values.countryDialCode}${values.cellNumber.replace(/^0/, '')}`,
  IATANumber: values.iataNumber.trim(),
  AgencyName: values.agencyName.trim(),
  ReferredByAgentId: agentId,
});
