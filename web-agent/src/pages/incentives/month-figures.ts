import type { Incentive } from '../../api/types.ts';
import { centsOf } from '../../format/money.ts';
import { t } from '../../i18n/t.tsx';

export interface MonthFigures {
  readonly grossCents: number;
  readonly payeCents: number;
  readonly nettCents: number;
  readonly rewards: number;
  readonly declined: number;
}

/** Sums of a month's cards, and how many reservations earned or did not. An opening balance counts as neither. */
export function monthFigures(incentives: readonly Incentive[]): MonthFigures {
  const figures = { grossCents: 0, payeCents: 0, nettCents: 0, rewards: 0, declined: 0 };
  for (const { details } of incentives) {
    for (const { status, reason, grossAmount, paye, nettAmount } of details) {
      if (status === 'Declined') {
        if (reason !== 'OpeningBalance') figures.declined++;
        continue;
      }
      figures.rewards++;
      figures.grossCents += centsOf(grossAmount);
      figures.payeCents += centsOf(paye);
      figures.nettCents += centsOf(nettAmount);
    }
  }
  return figures;
}

/** `7 rewards, 5 reservations didn’t qualify`. */
export function countText({ rewards, declined }: MonthFigures): string {
  const earned = t('%{count} reward |||| %{count} rewards', { count: rewards });
  if (declined === 0) return earned;
  const refused = t('%{count} reservation didn’t qualify |||| %{count} reservations didn’t qualify', {
    count: declined,
  });
  return `${earned}, ${refused}`;
}
