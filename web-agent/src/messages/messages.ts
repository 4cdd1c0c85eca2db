import { t } from '../i18n/t.tsx';
import { FIRST_MESSAGES } from './first-messages.ts';

/**
 * All messages of specification sections 5 and 8, verbatim. Those of rules shared with the server (e-mail, password, ID
 * number) are next to the rule in `@fynbos/domain/identity`.
 */

/** 'X is required.', the wording of the stand-alone update forms. */
export const requiredPlain = (label: string): string => t('%{label} is required.', { label });

export const MESSAGES = {
  ...FIRST_MESSAGES,

  invalidUserId: t('Invalid user ID found in local storage.'),
  noStorage: t('localStorage is not available.'),
  referredAgentIdMissing: t('Referred Agent ID is missing. Please log in first.'),

  fillAllCorrectly: t('Please fill out all required fields correctly!'),

  bankingFetchFailed: t('Failed to fetch banking details.'),

  otpMissingContact: t('Missing email or phone number.'),

  employerConsent: t('Employer consent is required!'),
  cellLength: t('Enter a valid cell number: its digits after the dial code, without the leading zero.'),
  cellTenDigits: t('Cell Number must be 10 digits.'),
  postalFourDigits: t('Postal Code must be 4 digits.'),

  emailRequired: t('Email Address is required.'),
  referrerIdPositive: t('Referring Agent ID is required and must be a positive number.'),
  referralsFailed: t('An error occurred while fetching the referral status.'),

  profileFillIn: t('Please fill in all required fields.'),
  profileUpdateFailed: t('Update failed. Please try again.'),

  resetPasswordRequired: t('Password is required!'),
  resetToken: t('Invalid or missing token.'),
} as const;

export const NOTHING_CHANGED = t('Nothing to save: you haven’t changed anything.');
