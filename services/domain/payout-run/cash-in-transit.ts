import type { Day } from '../calendar.ts';
import { type Cents, exactSum } from '../money.ts';
import type { ProposedRun } from './state.ts';

/** Payments less returns of a run on a booking day. */
export interface StatementDay {
  readonly on: Day;
  readonly nettCents: Cents;
}

/** Both days included, with every entry. */
export interface StatementPeriod {
  readonly from: Day;
  readonly to: Day;
}

/** The days that name the run, and the periods with every entry. */
export interface ShownDays {
  readonly days: readonly StatementDay[];
  readonly periods: readonly StatementPeriod[];
}

/** The payments of a run on record, compared with those that bank statements show. Cents nett. */
export interface CashInTransit {
  /** A later statement replaces its days. */
  readonly days: readonly StatementDay[];
  readonly paidCents: Cents;
  readonly shownCents: Cents;
  /** Paid on record less shown; negative where a statement shows more. */
  readonly inTransitCents: Cents;
  /** The change since the last booking. */
  readonly changeCents: Cents;
}

/** Compares a run with bank statements: those booked before, and those of another one (L18). */
export function cashInTransit(
  { paid, transit }: Pick<ProposedRun, 'paid' | 'transit'>,
  { days, periods }: ShownDays,
): CashInTransit {
  const isReplaced = ({ on }: StatementDay) => periods.some(({ from, to }) => from <= on && on <= to);
  const earlier = (transit?.days ?? []).filter((day) => !isReplaced(day));
  const byDay = new Map([...earlier, ...days].map(({ on, nettCents }) => [on, nettCents]));
  const shownCents = exactSum([...byDay.values()]);
  const inTransitCents = paid.nettCents - shownCents;
  return {
    days: [...byDay].sort(([a], [b]) => (a < b ? -1 : 1)).map(([on, nettCents]) => ({ on, nettCents })),
    paidCents: paid.nettCents,
    shownCents,
    inTransitCents,
    changeCents: inTransitCents - (transit?.inTransitCents ?? 0),
  };
}
