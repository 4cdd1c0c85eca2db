import { CONTACT_FREEZE_HOURS } from './deadlines.ts';

/** Messages about agents: the specification's text (section 8), and the product's own where it has none. */
export const AGENT_MESSAGES = {
  oneMoreAttempt: 'Incorrect password. You have one more attempt.',
  enteredTwice: 'Incorrect password entered twice. Please log a ticket on the Contact Us page.',
  consentRequired: 'Employer consent is required!',
  notFound: 'No data found for the specified user ID.',
  emailTaken: 'This email address is already registered.',
  idNumberTaken: 'This ID number is already registered.',
  trackingNumberTaken: 'This loyalty tracking number is already in use.',
  contactFrozen: `Your contact details changed less than ${CONTACT_FREEZE_HOURS} hours ago. Bank details can be changed after that.`,
  bankChanged: 'The bank details changed since the request. Check them, and request the change again.',
  contactChanged: 'The contact details changed since the request. Check them, and request the change again.',
  suspended: 'This account is suspended. Contact support to reinstate it.',
  deletionNotAskedFor: 'This agent has not asked for deletion.',
  linkInvalid: 'Invalid or missing token.',
  passwordChanged: 'The password was changed in the meantime. Sign in again.',
} as const;
