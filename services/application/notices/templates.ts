import { EMAIL_LINK_HOURS } from '@fynbos/domain/agent/messages.ts';
import { plainRand } from '@fynbos/domain/money.ts';
import type { Words } from './layout.ts';

/** The text of every notice. It contains only personal data that the recipient may read. */

const PURPOSES: Readonly<Record<string, string>> = {
  registration: 'to finish your registration',
  'sign-in': 'to sign in',
  personal: 'to change your personal details',
  password: 'to change your password',
  banking: 'to change your banking details',
};

const notYou = 'If this was not you, contact support at once.';

export const codeWords = (programme: string, code: string, purpose: string): Words => ({
  subject: `${code} is your one-time password`,
  lines: [
    `Your one-time password ${PURPOSES[purpose] ?? ''} is ${code}.`,
    'It works once, for 10 minutes. Tell it to nobody: we never ask for it.',
  ],
  sms: `${code} is your ${programme} one-time password ${PURPOSES[purpose] ?? ''}. It works once, for 10 minutes. Tell it to nobody.`,
});

export const welcomeWords = (programme: string, firstName: string, trackingNo: string, url: string): Words => ({
  subject: `Welcome to ${programme}`,
  lines: [
    `Hello ${firstName},`,
    `Your loyalty tracking number is ${trackingNo}. Give it with every reservation: a reservation without it earns nothing.`,
    'Rewards are paid once they reach R100. Until then they add up.',
  ],
  action: { label: 'See your incentives', url },
});

export const setPasswordWords = (programme: string, firstName: string, url: string): Words => ({
  subject: `Set your password for ${programme}`,
  lines: [
    `Hello ${firstName},`,
    `An account was made for you at ${programme}. Set a password to sign in. The link works once, for 7 days.`,
  ],
  action: { label: 'Set your password', url },
});

export const resetPasswordWords = (firstName: string, url: string): Words => ({
  subject: 'Reset your password',
  lines: [`Hello ${firstName},`, 'You asked to reset your password. The link works once, for one hour.', notYou],
  action: { label: 'Reset your password', url },
});

export const passwordChangedWords = (firstName: string): Words => ({
  subject: 'Your password was changed',
  lines: [`Hello ${firstName},`, 'The password of your account was changed. All other sessions were ended.', notYou],
});

/** `coolingHours`: how long a new account receives no payout, by the reward policy. */
export const bankChangedWords = (
  programme: string,
  firstName: string,
  lastDigits: string,
  coolingHours: number,
): Words => ({
  subject: 'Your banking details were changed',
  lines: [
    `Hello ${firstName},`,
    `Your rewards will be paid to the account that ends in ${lastDigits}. For your safety the first payout to it is possible after ${coolingHours} hours.`,
    notYou,
  ],
  sms: `${programme}: your banking details were changed to the account ending in ${lastDigits}. If this was not you, contact support at once.`,
});

export const contactChangedWords = (
  programme: string,
  firstName: string,
  what: 'email address' | 'cell number',
): Words => ({
  subject: `Your ${what} was changed`,
  lines: [
    `Hello ${firstName},`,
    `The ${what} of your account was changed. For 72 hours banking details cannot be changed and nothing is paid out.`,
    notYou,
  ],
  sms: `${programme}: the ${what} of your account was changed. If this was not you, contact support at once.`,
});

/** Sent to the address that is valid until then, because the requester may not be the agent. */
export const emailChangeAskedWords = (programme: string, firstName: string): Words => ({
  subject: 'A new email address was asked for',
  lines: [
    `Hello ${firstName},`,
    `Another email address was entered for your account. It counts once the link that we sent there is opened, within ${EMAIL_LINK_HOURS} hours.`,
    'If this was not you, reset your password now: that ends the request and every session. Then contact support.',
  ],
  sms: `${programme}: another email address was entered for your account. If this was not you, reset your password now, then contact support.`,
});

export const confirmEmailWords = (firstName: string, url: string): Words => ({
  subject: 'Confirm your new email address',
  lines: [
    `Hello ${firstName},`,
    `Your new email address counts once you open this link, within ${EMAIL_LINK_HOURS} hours. Until then the old one stays.`,
  ],
  action: { label: 'Confirm your email address', url },
});

export const invitationWords = (programme: string, firstName: string, referrer: string, url: string): Words => ({
  subject: `${referrer} invites you to ${programme}`,
  lines: [
    `Hello ${firstName},`,
    `${referrer} thinks that ${programme} is for you: real cash for every completed booking with a qualifying promotion code.`,
    'Your details are filled in already. You only have to check and complete them.',
  ],
  action: { label: 'Register', url },
});

export const referralCompletedWords = (programme: string, firstName: string, referred: string, url: string): Words => ({
  subject: `${referred} has joined ${programme}`,
  lines: [`Hello ${firstName},`, `${referred}, whom you referred, has completed the registration. Thank you.`],
  action: { label: 'See your referrals', url },
  sms: `${programme}: ${referred}, whom you referred, has completed the registration.`,
});

export const enquiryReceivedWords = (reference: string, url: string): Words => ({
  subject: `Your enquiry ${reference}`,
  lines: [`We have received your enquiry. Its reference number is ${reference}. We will answer by mail.`],
  action: { label: 'See your enquiry', url },
});

export const enquiryAnsweredWords = (reference: string, answer: string, url: string): Words => ({
  subject: `An answer to your enquiry ${reference}`,
  lines: answer.split(/\n{2,}/),
  action: { label: 'See your enquiry and write on', url },
});

/** To support: a new question, or a reply to an answer. It does not quote the message. */
export const enquiryForSupportWords = (reference: string, isNew: boolean, url: string): Words => ({
  subject: `${isNew ? 'A new enquiry' : 'A reply'}: ${reference}`,
  lines: [isNew ? `Enquiry ${reference} came in.` : `The sender of enquiry ${reference} has replied.`],
  action: { label: 'Open the enquiry', url },
});

export const adminSetPasswordWords = (programme: string, name: string, url: string): Words => ({
  subject: `Set your password for the dashboard of ${programme}`,
  lines: [
    `Hello ${name},`,
    `You were made an administrator of ${programme}. Set a password to sign in. The link works once, for 7 days.`,
  ],
  action: { label: 'Set your password', url },
});

/** To every administrator: an administrator asks to approve their own request. */
export const breakGlassWords = (what: string, who: string, reason: string, url: string): Words => ({
  subject: `Break-glass: ${what}`,
  lines: [
    `${who} has asked to decide this without a second person: ${what}.`,
    `The reason given: ${reason}`,
    'It can be approved alone 24 hours from now. If this is not right, reject the request before then.',
  ],
  action: { label: 'See the request', url },
});

export const webhookDisabledWords = (integrator: string, url: string): Words => ({
  subject: `A webhook of ${integrator} was switched off`,
  lines: [
    `A webhook of ${integrator} took no message for three days and was switched off.`,
    'Once the receiver answers again, switch it on and send what it missed from its page.',
  ],
  action: { label: 'See the integrator', url },
});

/** To every administrator. The findings are shown in the dashboard only, not in a mail. */
export const logNotIntactWords = (url: string): Words => ({
  subject: 'The event log was changed by hand',
  lines: [
    'A proof of the event log has failed: events were edited, removed, inserted or moved in the database.',
    'The proof names what does not hold. Pay nothing out until somebody has looked at it, and keep the database as it is.',
  ],
  action: { label: 'See the proof', url },
});

/** `cents`: the nett amount that expires on `day` (a Johannesburg day) unless it is paid before. */
export const rewardsExpiringWords = (firstName: string, cents: number, day: string, url: string): Words => ({
  subject: `Rewards of R${plainRand(cents)} expire on ${day}`,
  lines: [
    `Hello ${firstName},`,
    `Rewards of R${plainRand(cents)} that you earned long ago were never paid out. They expire on ${day}.`,
    'Payouts are made once your balance reaches the minimum and your details are complete. Look in your profile for what is missing.',
  ],
  action: { label: 'See your incentives', url },
});
