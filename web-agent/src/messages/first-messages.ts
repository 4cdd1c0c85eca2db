import { t } from '../i18n/t.tsx';
/** Messages that the landing page and the shell can show; see `messages.ts` for the others. */
export const FIRST_MESSAGES = {
  offline: t('You are offline. Check your connection and try again.'),
  unexpected: t('An unexpected error occurred!'),
  signedOutIdle: t('You were signed out after 60 minutes of inactivity.'),
  sessionEnded: t('Your session has ended. Please sign in again.'),
  savingPaused: t('Changes cannot be saved right now. We are trying again.'),
  forgotSent: t('Forgot Password Email Sent!'),
  forgotFailed: t('Forgot Password Email Send FAILED. Please try again.'),
  emailValid: t('Please enter a valid email address.'),
} as const;

/** 'X is required!', the wording of section 5. */
export const required = (label: string): string => t('%{label} is required!', { label });

/** Display time of messages in milliseconds (specification, sections 4 and 9). */
export const TIMES = { alert: 5_000, formMessage: 2_000, resetRedirect: 3_000 } as const;
