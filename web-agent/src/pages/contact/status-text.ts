import { t } from '../../i18n/t.tsx';
/** An enquiry's status in the words of the agent's pages. */
export const STATUS_TEXT: Readonly<Record<string, string>> = {
  pending: t('Received. We’ll reply soon.'),
  Activated: t('We are working on it.'),
  Escalated: t('It has been passed to a specialist.'),
  Resolved: t('Resolved. Need anything else? Send a new enquiry.'),
};
