import { isEmail } from '@fynbos/domain/identity/email.ts';
import { blank, check } from '../../forms/rules.ts';
import { t } from '../../i18n/t.tsx';
import { required } from '../../messages/first-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';

export interface ContactValues {
  email: string;
  typeOfQuery: string;
  queryDetails: string;
}

/** Query types (specification, sections 3 and 9). */
export const QUERY_TYPES = [
  { value: 'incentives', label: t('Incentives') },
  { value: 'account', label: t('Account') },
  { value: 'other', label: t('Other') },
] as const;

/** Specification, section 5, Contact form. The blocked e-mail domains do not apply here. */
export const contactErrors = (values: ContactValues) =>
  check<ContactValues>({
    email: [blank(values.email, required(t('Email'))), !isEmail(values.email) && MESSAGES.emailValid],
    typeOfQuery: blank(values.typeOfQuery, required(t('Type of query'))),
    queryDetails: blank(values.queryDetails, t('Query details are required!')),
  });

/** An enquiry's status in the words of the agent's pages. */
export const STATUS_TEXT: Readonly<Record<string, string>> = {
  pending: t('Received. We’ll reply soon.'),
  Activated: t('We are working on it.'),
  Escalated: t('It has been passed to a specialist.'),
  Resolved: t('Resolved. Need anything else? Send a new enquiry.'),
};
