import type { Payout, PayoutPart } from '../../api/types.ts';
import type { IconName } from '../../components/PageIcon.tsx';
import { dayName, monthName } from '../../format/date.ts';
import { t } from '../../i18n/t.tsx';

const isSent = ({ status }: Payout): boolean => status === 'Sent to the bank';

/** Whether the payment failed or was returned. */
const isFailedOrReturned = ({ state }: Payout): boolean => state === 'failed' || state === 'returned';

/** Whether the amount of a failed or returned payment is still in the balance. */
export const isOwedAgain = (payout: Payout): boolean => isFailedOrReturned(payout) && payout.againIn === null;

/** Returns the state as a short label. */
export function titleOf(payout: Payout): string {
  if (payout.state === 'paid') return t('Paid');
  if (isFailedOrReturned(payout) && payout.againIn?.settledOn) return t('Paid again');
  if (payout.state === 'failed') return t('Not paid');
  if (payout.state === 'returned') return t('Returned');
  return isSent(payout) ? t('Sent to the bank') : t('Scheduled');
}

export function iconOf(payout: Payout): IconName {
  if (isOwedAgain(payout)) return 'alert';
  if (payout.state === 'paid' || payout.againIn?.settledOn) return 'check';
  return 'clock';
}

/** Returns a sentence about the payment's progress. */
export function progressText(payout: Payout): string {
  const { state, settledOn, payDate } = payout;
  const day = dayName(settledOn ?? payDate);
  if (state === 'paid') return t('The bank paid it into your account on %{day}.', { day });
  if (state === 'failed') return `${t('The bank rejected this payment on %{day}.', { day })} ${repaymentText(payout)}`;
  if (state === 'returned')
    return `${t('Your bank returned this payment on %{day}.', { day })} ${repaymentText(payout)}`;
  if (isSent(payout))
    return t('Sent to the bank for payment on %{payDate}. It can take another day to show in your account.', {
      payDate: dayName(payDate),
    });
  return t('Scheduled for %{payDate}.', { payDate: dayName(payDate) });
}

function repaymentText({ againIn }: Payout): string {
  if (!againIn) return t('The money is back in your balance.');
  if (!againIn.settledOn)
    return t('It is part of the payout scheduled for %{payDate}.', { payDate: dayName(againIn.payDate) });
  return t('We paid the amount that you were still owed on %{settledOn}.', { settledOn: dayName(againIn.settledOn) });
}

/** Reasons for corrections, as shown to the agent. */
const CORRECTIONS: Readonly<Record<string, string>> = {
  Credited: t('Reversed: the rental was credited'),
  Rerated: t('Rental re-invoiced at a different rate'),
  TaxTreatment: t('Tax adjusted on the payment date'),
  Fraud: t('Reversed by finance'),
  Error: t('Correction of an error'),
  Other: t('Correction by finance'),
};

/** Suffix of a correction covered by an opening balance (docs/decisions/0004). */
const OPENING_BALANCE_SUFFIX = / · OpeningBalance$/;

export function partName({ what, name, detail }: PayoutPart): string {
  if (what === 'reward') return t('Reservation %{name}', { name });
  return OPENING_BALANCE_SUFFIX.test(detail)
    ? t('Already included in your opening balance')
    : (CORRECTIONS[name] ?? name);
}

/** Formats `2026-03 · KAROO20` as `March 2026 · KAROO20`. */
export const partDetail = ({ detail }: PayoutPart): string =>
  detail.replace(/^\d{4}-\d{2}(?!\d)/, monthName).replace(OPENING_BALANCE_SUFFIX, '');

/** Returns the counts as text: `12 rewards and 1 correction`. */
export function countOf(parts: readonly PayoutPart[]): string {
  const rewards = parts.filter(({ what }) => what === 'reward').length;
  const corrections = parts.length - rewards;
  const reward = t('%{count} reward |||| %{count} rewards', { count: rewards });
  if (corrections === 0) return reward;
  const correction = t('%{count} correction |||| %{count} corrections', { count: corrections });
  return rewards === 0 ? correction : t('%{reward} and %{correction}', { reward, correction });
}
