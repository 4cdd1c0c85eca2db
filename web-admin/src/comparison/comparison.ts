import type { Comparison, ComparisonResults } from '@fynbos/api/comparison/answers.ts';
import { monthText } from '../format/format.ts';
import type { Wording } from '../i18n/T.tsx';
import type { RowOf } from '../list/PagedResult.tsx';

/** Cents; a deduction is negative. */
export type Sums = NonNullable<Comparison['opening']>;

export type Step = Comparison['bridge'][number];

/** A row of a result by promotion, agent or reservation, or a single entry. */
export type ComparedRow = RowOf<ComparisonResults[number]>;

/** The subject of a comparison: `Balances owed to agents`, `Rewards of rentals invoiced in 2026-06`. */
export function subjectOf({ basis, months }: Pick<Comparison, 'basis' | 'months'>): Wording {
  if (basis === 'balances' || months === null) return 'Balances owed to agents';
  if (months.from === months.to) return ['Rewards of rentals invoiced in %{month}', { month: monthText(months.from) }];
  return [
    'Rewards of rentals invoiced from %{from} to %{to}',
    { from: monthText(months.from), to: monthText(months.to) },
  ];
}

/** What a person chooses before a comparison. */
export interface ComparisonFormValues {
  readonly basis: 'balances' | 'rewards';
  readonly monthFrom: string;
  readonly monthTo: string;
  readonly from: string;
  /** A day; empty for the present. */
  readonly to: string;
  readonly reason: string;
}

/** Converts the chosen values to the definition that the server accepts. The current day means now. */
export const definitionOf = ({ basis, monthFrom, monthTo, from, to, reason }: ComparisonFormValues, today: string) => ({
  basis,
  months: basis === 'rewards' ? { from: monthFrom, to: monthTo } : null,
  from,
  ...(to === '' || to === today ? {} : { to }),
  reason: reason.trim(),
});
