import type { Payout, PayoutPart } from '../../api/types.ts';
import { dayName, monthName } from '../../format/date.ts';
import type { IconName } from '../../shell/Icon.tsx';

const isSent = ({ status }: Payout): boolean => status === 'Sent to the bank';

/** Whether the payment failed or was returned, so that the amount is in the balance again. */
export const isOwedAgain = ({ state }: Payout): boolean => state === 'failed' || state === 'returned';

/** Returns the state as a short label. */
export function titleOf(payout: Payout): string {
  if (payout.state === 'paid') return 'Paid';
  if (payout.state === 'failed') return 'Not paid';
  if (payout.state === 'returned') return 'Returned';
  return isSent(payout) ? 'Sent to the bank' : 'In preparation';
}

export function iconOf(payout: Payout): IconName {
  if (isOwedAgain(payout)) return 'alert';
  return payout.state === 'paid' ? 'check' : 'clock';
}

/** Returns a sentence about the payment's progress. */
export function storyOf(payout: Payout): string {
  const { state, settledOn, payDate } = payout;
  const settled = settledOn ? ` on ${dayName(settledOn)}` : '';
  if (state === 'paid') return `The bank paid it into your account${settled}.`;
  if (state === 'failed') return `The bank did not carry it out${settled}. The amount is in your balance again.`;
  if (state === 'returned') return `It came back from the bank${settled}. The amount is in your balance again.`;
  if (isSent(payout))
    return `The bank has it and pays it on ${dayName(payDate)}. Your bank may take a day longer to show it.`;
  return `It is set aside for you and planned for ${dayName(payDate)}.`;
}

/** Reasons for corrections, as shown to the agent. */
const CORRECTIONS: Readonly<Record<string, string>> = {
  Credited: 'Taken back: the rental was credited',
  Rerated: 'The rental was invoiced at another rate',
  TaxTreatment: 'Another tax treatment on the day of payment',
  Fraud: 'Taken back by finance',
  Error: 'An error was put right',
  Other: 'Correction by finance',
};

/** Suffix of a correction covered by an opening balance (docs/decisions/0021). */
const TAKEN_OVER = / · OpeningBalance$/;

export function partName({ what, name, detail }: PayoutPart): string {
  if (what === 'reward') return `Reservation ${name}`;
  return TAKEN_OVER.test(detail) ? 'Paid before: the balance taken over has it' : (CORRECTIONS[name] ?? name);
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
