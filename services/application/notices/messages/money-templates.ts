import type { Day } from '@fynbos/domain/calendar.ts';
import { formatDay, formatMonth, formatRand } from '@fynbos/domain/format.ts';
import type { DigestFigures } from '../money-notices.ts';
import type { MailFact, MessageContent } from './layout.ts';

/** The programme's name and the links that the texts need. */
export interface MessageContext {
  readonly programme: string;
  readonly incentivesUrl: string;
  readonly payoutsUrl: string;
  readonly taxUrl: string;
  readonly choicesUrl: string;
  readonly bankUrl: string;
}

const optional = ({ choicesUrl }: MessageContext): Pick<MessageContent, 'footnote'> => ({
  footnote: { text: 'You can turn off this type of message.', label: 'Change your messages', url: choicesUrl },
});

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

/** `cents`: the nett amount that expires on `day` (a Johannesburg day) unless it is paid before. */
export function rewardsExpiringMessage(context: MessageContext, cents: number, day: string): MessageContent {
  const [amount, expiry] = [formatRand(cents), formatDay(day)];
  return {
    subject: plain(`Rewards of ${amount} expire on ${expiry}`),
    figure: { label: `Expires on ${expiry}`, value: amount },
    lines: [
      `Rewards of ${amount} that you earned have not been paid out. They expire on ${expiry}.`,
      'We pay out once your balance reaches the minimum and your details are complete. My Incentives shows what is missing.',
    ],
    action: { label: 'View your rewards', url: context.incentivesUrl },
    sms: plain(
      `${context.programme}: rewards of ${amount} that were not paid out expire on ${expiry}. The portal shows what is missing.`,
    ),
  };
}

/** `cents`: nett sum of the rewards earned on `day`. */
export function rewardsEarnedMessage(
  context: MessageContext,
  cents: number,
  rewards: number,
  day: string,
): MessageContent {
  const amount = formatRand(cents);
  const from = rewards === 1 ? 'one rental' : `${rewards} rentals`;
  return {
    subject: plain(`You earned ${amount}`),
    figure: { label: `Earned on ${formatDay(day)}, after tax`, value: amount },
    lines: [`You earned ${amount} after tax from ${from} on ${formatDay(day)}.`],
    action: { label: 'View your rewards', url: context.incentivesUrl },
    sms: plain(`${context.programme}: you earned ${amount} after tax from ${from} on ${formatDay(day)}.`),
    ...optional(context),
  };
}

export interface PayoutFacts {
  readonly cents: number;
  readonly on: string;
  readonly reference: string;
}

const referenceFact = ({ reference }: PayoutFacts): readonly MailFact[] =>
  reference === '' ? [] : [{ label: 'Reference', value: reference }];

/** `lastDigits`: of the account that is paid into; '' where it may have changed since. */
export function payoutSentMessage(context: MessageContext, payout: PayoutFacts, lastDigits: string): MessageContent {
  const amount = formatRand(payout.cents);
  const account = lastDigits === '' ? 'your bank account' : `your bank account ending in ${lastDigits}`;
  return {
    subject: plain(`${amount} is on its way to your bank`),
    figure: { label: 'On its way', value: amount },
    facts: [{ label: 'Pay date', value: formatDay(payout.on) }, ...referenceFact(payout)],
    lines: [
      `We sent ${amount} to ${account}. The pay date is ${formatDay(payout.on)}. Some banks need one more day to show it.`,
    ],
    action: { label: 'View your payouts', url: context.payoutsUrl },
    sms: plain(`${context.programme}: ${amount} is on its way to ${account}. Pay date ${formatDay(payout.on)}.`),
    ...optional(context),
  };
}

export function payoutPaidMessage(context: MessageContext, payout: PayoutFacts): MessageContent {
  const amount = formatRand(payout.cents);
  return {
    subject: plain(`${amount} was paid into your account`),
    figure: { label: `Paid on ${formatDay(payout.on)}`, value: amount },
    facts: referenceFact(payout),
    lines: [
      `The bank paid ${amount} into your account on ${formatDay(payout.on)}. Your statement lists every reward in this payout.`,
    ],
    action: { label: 'View your payouts', url: context.payoutsUrl },
    sms: plain(`${context.programme}: ${amount} was paid into your bank account on ${formatDay(payout.on)}.`),
    ...optional(context),
  };
}

/** Rewards of the balance that expire soon, cents nett, and the first day; null for none. */
export type Expiring = { readonly cents: number; readonly on: Day } | null;

const NEXT_PAYOUT =
  'Check your bank details. We will pay the amount with your next payout, except rewards that expire before it.';

const expiringLine = (expiring: Expiring): string[] =>
  expiring === null
    ? []
    : [`${formatRand(expiring.cents)} of your balance expires soon, the first on ${formatDay(expiring.on)}.`];

/** The bank refused the payment (`failed`) or sent it back (`returned`): the agent must act, so it is always sent. */
export function payoutProblemMessage(
  context: MessageContext,
  kind: 'failed' | 'returned',
  payout: PayoutFacts,
  expiring: Expiring,
): MessageContent {
  const amount = formatRand(payout.cents);
  const outcome = kind === 'failed' ? 'The bank could not pay' : 'The bank returned';
  return {
    subject: plain(kind === 'failed' ? `We could not pay you ${amount}` : `Your bank returned ${amount}`),
    figure: { label: kind === 'failed' ? 'Not paid' : 'Returned', value: amount },
    facts: referenceFact(payout),
    lines: [
      `${outcome} your payout of ${amount} on ${formatDay(payout.on)}. The amount is in your balance again.`,
      NEXT_PAYOUT,
      ...expiringLine(expiring),
    ],
    action: { label: 'Check your bank details', url: context.bankUrl },
    sms: plain(
      `${context.programme}: ${outcome.replace('The', 'the')} your payout of ${amount}. ${['It is in your balance again.', ...expiringLine(expiring)].join(' ')} Check your bank details in your profile.`,
    ),
  };
}

/** A result was recorded wrongly and is corrected (O18): the earlier message was wrong, so this one is always sent. */
export function payoutCorrectedMessage(
  context: MessageContext,
  to: 'paid' | 'failed',
  payout: PayoutFacts,
  expiring: Expiring,
): MessageContent {
  const amount = formatRand(payout.cents);
  const isPaid = to === 'paid';
  const result = isPaid
    ? `The bank paid it into your account on ${formatDay(payout.on)}. The amount is no longer in your balance.`
    : 'The bank did not pay it. The amount is in your balance again.';
  return {
    subject: plain(`Correction: ${amount} was ${isPaid ? 'paid into your account' : 'not paid'}`),
    figure: { label: isPaid ? `Paid on ${formatDay(payout.on)}` : 'Not paid', value: amount },
    facts: referenceFact(payout),
    lines: [
      `We recorded a wrong result for your payout of ${amount}. ${result}`,
      ...(isPaid ? ['Your statement lists every reward in this payout.'] : [NEXT_PAYOUT, ...expiringLine(expiring)]),
    ],
    action: isPaid
      ? { label: 'View your payouts', url: context.payoutsUrl }
      : { label: 'Check your bank details', url: context.bankUrl },
    sms: plain(
      `${context.programme}: correction to your payout of ${amount}. ${result}${isPaid ? '' : ' Check your bank details in your profile.'}`,
    ),
  };
}

export function certificateReadyMessage(
  context: MessageContext,
  type: string,
  taxYear: string,
  isCorrected: boolean,
): MessageContent {
  const name = `${type} for tax year ${taxYear}`;
  return {
    subject: `Your ${isCorrected ? 'corrected ' : ''}${name} is ready`,
    lines: [
      isCorrected
        ? `The figures of your ${name} have changed. Use the new certificate; the earlier one is no longer valid.`
        : `Your ${name} is ready. You need it for your tax return.`,
    ],
    action: { label: 'Download your certificate', url: context.taxUrl },
    sms: `${context.programme}: your ${isCorrected ? 'corrected ' : ''}${name} is ready. Download it from the portal.`,
    ...optional(context),
  };
}

export function monthlyDigestMessage(context: MessageContext, figures: DigestFigures): MessageContent {
  const month = formatMonth(figures.month);
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  return {
    subject: plain(`You earned ${formatRand(figures.earnedCents)} in ${month}`),
    figure: { label: `Earned in ${month}, after tax`, value: formatRand(figures.earnedCents) },
    facts: [
      { label: 'Rentals that earned', value: String(figures.rewards) },
      ...(figures.pendingCents > 0 ? [{ label: 'Pending', value: formatRand(figures.pendingCents) }] : []),
      ...(figures.declined > 0 ? [{ label: 'Rentals that did not qualify', value: String(figures.declined) }] : []),
      { label: 'Balance now', value: formatRand(figures.balanceCents) },
    ],
    lines: [
      `In ${month} you earned ${formatRand(figures.earnedCents)} after tax from ${count(figures.rewards, 'rental')}.`,
      ...(figures.declined > 0
        ? [`${count(figures.declined, 'rental')} did not qualify. The portal shows the reason for each.`]
        : []),
    ],
    action: { label: 'View your rewards', url: `${context.incentivesUrl}?month=${figures.month}` },
    ...optional(context),
  };
}

export const accountSuspendedMessage = (context: MessageContext, supportEmail: string): MessageContent => ({
  subject: 'Your account was suspended',
  lines: [
    'Your account was suspended. You cannot sign in, and nothing is paid out until it is active again. Your rewards are kept.',
    `Contact ${supportEmail} to find out why.`,
  ],
  sms: `${context.programme}: your account was suspended. Contact ${supportEmail} to find out why.`,
});

export const accountReinstatedMessage = (context: MessageContext): MessageContent => ({
  subject: 'Your account is active again',
  lines: ['Your account is active again. You can sign in, and payouts continue.'],
  action: { label: 'View your rewards', url: context.incentivesUrl },
  sms: `${context.programme}: your account is active again.`,
});
