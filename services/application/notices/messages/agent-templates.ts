import { CONTACT_FREEZE_HOURS, EMAIL_LINK_HOURS } from '@fynbos/domain/agent/deadlines.ts';
import type { OtpPurpose } from '@fynbos/domain/agent/events.ts';
import type { MessageContent } from './layout.ts';

/** The texts of notices to agents, referred persons and senders of enquiries, apart from those about money. */

const PURPOSES: Readonly<Record<OtpPurpose, string>> = {
  registration: 'to finish your registration',
  'sign-in': 'to sign in',
  personal: 'to change your personal details',
  password: 'to change your password',
  banking: 'to change your banking details',
  deletion: 'to delete your account',
  passkeys: 'to change your passkeys',
};

const notYou = 'If you did not do this, contact support immediately.';

export const codeMessage = (programme: string, code: string, purpose: OtpPurpose): MessageContent => ({
  subject: `${code} is your one-time password`,
  figure: { label: 'Your one-time password', value: code },
  lines: [
    `Your one-time password ${PURPOSES[purpose]} is ${code}.`,
    'It expires in 10 minutes and works once. Never share it. We will never ask you for it.',
  ],
  sms: `${code} is your ${programme} one-time password ${PURPOSES[purpose]}. It expires in 10 minutes. Never share it.`,
});

export const welcomeMessage = (programme: string, trackingNo: string, url: string): MessageContent => ({
  subject: `Welcome to ${programme}`,
  lines: [
    `Your loyalty tracking number is ${trackingNo}. Quote it on every reservation: a reservation without it earns nothing.`,
    'Choose a promotion code under My Incentives and add it to the reservation as well.',
    'We pay out once your balance reaches the payout minimum, which My Incentives shows. Smaller amounts carry over.',
  ],
  figure: { label: 'Your loyalty tracking number', value: trackingNo },
  action: { label: 'View your rewards', url },
});

export const setPasswordMessage = (programme: string, url: string): MessageContent => ({
  subject: `Set your password for ${programme}`,
  lines: [
    `We have created an account for you at ${programme}. Set a password to sign in. The link is valid for 7 days and works once.`,
  ],
  action: { label: 'Set your password', url },
});

export const resetPasswordMessage = (url: string): MessageContent => ({
  subject: 'Reset your password',
  lines: ['You asked to reset your password. The link is valid for one hour and works once.', notYou],
  action: { label: 'Reset your password', url },
});

export const passwordChangedMessage = (): MessageContent => ({
  subject: 'Your password was changed',
  lines: ['The password of your account was changed. You were signed out on all other devices.', notYou],
});

/** A passkey was added (`added`) or removed. */
export const passkeyMessage = (added: boolean): MessageContent => ({
  subject: added ? 'A passkey was added to your account' : 'A passkey was removed from your account',
  lines: [
    added
      ? 'A passkey was added to your account. It signs you in without a password or one-time password.'
      : 'A passkey was removed from your account. It can no longer be used to sign in.',
    added
      ? 'If you did not do this, reset your password now: that removes every passkey and signs out every device. Then contact support.'
      : notYou,
  ],
});

/** `coolingHours`: how long a new account receives no payout. `payable`: false for a bank that is not listed. */
export const bankChangedMessage = (
  programme: string,
  { lastDigits, coolingHours, payable }: { lastDigits: string; coolingHours: number; payable: boolean },
): MessageContent => ({
  subject: 'Your banking details were changed',
  lines: [
    payable
      ? `Your rewards will be paid into the account that ends in ${lastDigits}. For your security, the first payout into it is possible after ${coolingHours} hours.`
      : `We saved the account that ends in ${lastDigits}, but we cannot pay into its bank yet. You keep what you earn. Choose a listed bank in your profile, or contact support to have yours added.`,
    notYou,
  ],
  sms: `${programme}: your banking details were changed to the account ending in ${lastDigits}. ${payable ? '' : 'We cannot pay into this bank yet. '}If you did not do this, contact support immediately.`,
});

export const contactChangedMessage = (programme: string, what: 'email address' | 'cell number'): MessageContent => ({
  subject: `Your ${what} was changed`,
  lines: [
    `The ${what} of your account was changed. For your security, banking details are locked and payouts are paused for ${CONTACT_FREEZE_HOURS} hours.`,
    notYou,
  ],
  sms: `${programme}: the ${what} of your account was changed. If you did not do this, contact support immediately.`,
});

/** Sent to the address that is valid until then, because the requester may not be the agent. */
export const emailChangeRequestedMessage = (programme: string): MessageContent => ({
  subject: 'Request to change your email address',
  lines: [
    `A new email address was entered for your account. It takes effect when the link that we sent to it is opened. The link is valid for ${EMAIL_LINK_HOURS} hours.`,
    'If you did not do this, reset your password now: that cancels the request and signs out every device. Then contact support.',
  ],
  sms: `${programme}: a new email address was entered for your account. If you did not do this, reset your password now, then contact support.`,
});

export const confirmEmailMessage = (url: string): MessageContent => ({
  subject: 'Confirm your new email address',
  lines: [
    `Open this link within ${EMAIL_LINK_HOURS} hours to use your new email address. Until then, sign in with the current one.`,
  ],
  action: { label: 'Confirm your email address', url },
});

/** `reference`: the number of the request. */
export const deletionRequestedMessage = (programme: string, reference: string, url: string): MessageContent => ({
  subject: `Your request to delete your account: ${reference}`,
  lines: [
    `We received your request to delete your account. Its reference number is ${reference}.`,
    'Support checks the request and then deletes your personal data. You lose any unpaid balance.',
    'You can withdraw the request until it is executed. If you did not do this, withdraw it now and contact support.',
  ],
  action: { label: 'View or withdraw the request', url },
  sms: `${programme}: we received a request to delete your account, reference ${reference}. If you did not do this, withdraw it in the portal and contact support.`,
});

export const deletionWithdrawnMessage = (reference: string): MessageContent => ({
  subject: `Your deletion request ${reference} was withdrawn`,
  lines: [
    `Your request ${reference} to delete your account was withdrawn. Your account and your balance are unchanged.`,
    notYou,
  ],
});

export const invitationMessage = (programme: string, referrer: string, url: string): MessageContent => ({
  subject: `${referrer} invites you to ${programme}`,
  lines: [
    `${referrer} has invited you to join ${programme}: real cash for every completed booking with a qualifying promotion code.`,
    'We have filled in your details. Check and complete them to register.',
  ],
  action: { label: 'Register', url },
});

/** Sent at most once a week and three times in all (F4). */
export const referralReminderMessage = (programme: string, referrer: string, url: string): MessageContent => ({
  subject: `Your invitation from ${referrer} is waiting`,
  lines: [
    `${referrer} invited you to ${programme}, which pays travel agents for completed car rentals.`,
    'We have filled in your details. If you do not want to register, ignore this email.',
  ],
  action: { label: 'Register', url },
});

export const referralCompletedMessage = (programme: string, referred: string, url: string): MessageContent => ({
  subject: `${referred} has joined ${programme}`,
  lines: [`${referred} has joined ${programme} at your invitation. Thank you.`],
  action: { label: 'View your referrals', url },
  sms: `${programme}: ${referred} has joined at your invitation.`,
});

export const enquiryReceivedMessage = (reference: string, url: string): MessageContent => ({
  subject: `Your enquiry ${reference}`,
  lines: [`We have received your enquiry. Its reference number is ${reference}. We will reply by email.`],
  action: { label: 'View your enquiry', url },
});

export const enquiryAnsweredMessage = (reference: string, answer: string, url: string): MessageContent => ({
  subject: `An answer to your enquiry ${reference}`,
  lines: answer.split(/\n{2,}/),
  action: { label: 'View your enquiry and reply', url },
});
