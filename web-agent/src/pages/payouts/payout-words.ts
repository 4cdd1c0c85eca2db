import type { Payout, PayoutPart } from '../../api/types.ts';
import { dayName, monthName } from '../../format/date.ts';
import type { IconName } from '../../shell/PageIcon.tsx';

const isSent = ({ status }: Payout): boolean => status === 'Sent to the bank';

/** Whether the payment failed or was returned. */
export const cameBack = ({ state }: Payout): boolean => state === 'failed' || state === 'returned';

/** Whether the amount of a failed or returned payment is still in the balance. */
export const isOwedAgain = (payout: Payout): boolean => cameBack(payout) && payout.againIn === null;

/** Returns the state as a short label. */
export function titleOf(payout: Payout): string {
  if (payout.state === 'paid') return 'Paid';
  if (cameBack(payout) && payout.againIn?.settledOn) return 'Paid again';
  if (payout.state === 'failed') return 'Not paid';
  if (payout.state === 'returned') return 'Returned';
  return isSent(payout) ? 'Sent to the bank' : 'Scheduled';
}

export function iconOf(payout: Payout): IconName {
  if (isOwedAgain(payout)) return 'alert';
  if (payout.state === 'paid' || payout.againIn?.settledOn) return 'check';
  return 'clock';
}

/** Returns a sentence about the payment's progress. */
export function storyOf(payout: Payout): string {
  const { state, settledOn, payDate } = payout;
  const settled = settledOn ? ` on ${dayName(settledOn)}` : '';
  if (state === 'paid') return `The bank paid it into your account${settled}.`;
  if (state === 'failed') return `The bank rejected this payment${settled}. ${afterwards(payout)}`;
  if (state === 'returned') return `Your bank returned this payment${settled}. ${afterwards(payout)}`;
  if (isSent(payout))
    return `Sent to the bank for payment on ${dayName(payDate)}. It can take another day to show in your account.`;
  return `Scheduled for ${dayName(payDate)}.`;
}

function afterwards({ againIn }: Payout): string {
  if (!againIn) return 'The money is back in your balance.';
  if (!againIn.settledOn) return `It is part of the payout scheduled for ${dayName(againIn.payDate)}.`;
  return `We paid what you were still owed again on ${dayName(againIn.settledOn)}.`;
}

/** Reasons for corrections, as shown to the agent. */
const CORRECTIONS: Readonly<Record<string, string>> = {
  Credited: 'Reversed: the rental was credited',
  Rerated: 'Rental re-invoiced at a different rate',
  TaxTreatment: 'Tax adjusted on the payment date',
  Fraud: 'Reversed by finance',
  Error: 'Correction of an error',
  Other: 'Correction by finance',
};

/** Suffix of a correction covered by an opening balance (docs/decisions/0004). */
const TAKEN_OVER = / · OpeningBalance$/;

export function partName({ what, name, detail }: PayoutPart): string {
  if (what === 'reward') return `Reservation ${name}`;
  return TAKEN_OVER.test(detail) ? 'Already included in your opening balance' : (CORRECTIONS[name] ?? name);
}

/** Formats `2026-03 · KAROO20` as `March 2026 · KAROO20`. */
export const partDetail = ({ detail }: PayoutPart): string =>
  detail.replace(/^\d{4}-\d{2}(?!\d)/, monthName).replace(TAKEN_OVER, '');

/** Returns the counts as text: `12 rewards and 1 correction`. */
export function countOf(parts: readonly PayoutPart[]): string {
  const rewards = parts.filter(({ what }) => what === 'reward').length;
  const counts = [counted(rewards, 'reward'), counted(parts.length - rewards, 'correction')];
  return counts.filter(Boolean).join(' and ');
}

const counted = (count: number, thing: string): string =>
  count === 0 ? '' : `${count} ${thing}${count === 1 ? '' : 's'}`;
