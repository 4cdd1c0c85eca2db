import type { MonthSums } from '../../api/types.ts';
import { monthName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { t } from '../../i18n/t.tsx';

/** Bottom up. They differ in lightness and pattern, so they are distinguishable in greyscale. */
export const SERIES = [
  { key: 'paidCents', name: t('Paid'), className: 'bar-paid' },
  { key: 'earnedCents', name: t('Earned'), className: 'bar-earned' },
  { key: 'pendingCents', name: t('Pending'), className: 'bar-pending' },
  { key: 'expiredCents', name: t('Expired'), className: 'bar-expired' },
] as const;

export const totalOf = (month: MonthSums): number => SERIES.reduce((sum, { key }) => sum + month[key], 0);

/** Returns the title of the chart of these months, oldest first: the total and the best month. */
export function finding(months: readonly MonthSums[]): string {
  const best = months.reduce<MonthSums | undefined>(
    (top, month) => (!top || totalOf(month) > totalOf(top) ? month : top),
    undefined,
  );
  if (!best || totalOf(best) <= 0) return t('No rewards in these months yet.');
  const sum = months.reduce((all, month) => all + totalOf(month), 0);
  return t('Rewards of %{sum} nett since %{first}. Best month: %{month}, %{amount}.', {
    sum: rand(sum),
    first: monthName(months[0]?.month ?? best.month),
    month: monthName(best.month),
    amount: rand(totalOf(best)),
  });
}

/** Returns a round axis maximum in cents, at least `max`: 1, 2 or 5 times a power of ten. */
export function axisTop(max: number): number {
  if (max <= 0) return 10_000;
  const power = 10 ** Math.floor(Math.log10(max));
  return ([1, 2, 5, 10].find((step) => step * power >= max) ?? 10) * power;
}
