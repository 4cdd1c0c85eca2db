import type { Day } from '../calendar.ts';
import { type Cents, exactSum } from '../money.ts';
import type { ProposedRun } from './state.ts';

/** What a bank statement shows of a run on a booking day: payments less returns. */
export interface StatementDay {
  readonly on: Day;
  readonly nettCents: Cents;
}

/** The payments of a run on record, compared with those that bank statements show. Cents nett. */
export interface CashInTransit {
  /** Every day of a statement so far; a later statement replaces its days. */
  readonly days: readonly StatementDay[];
  readonly paidCents: Cents;
  readonly shownCents: Cents;
  /** Paid on record less shown; negative where a statement shows more. */
  readonly inTransitCents: Cents;
  /** The change since the last booking. */
  readonly changeCents: Cents;
}

/** Compares a run with bank statements: those booked before, and the days of another one (L18). */
export function cashInTransit(
  { paid, transit }: Pick<ProposedRun, 'paid' | 'transit'>,
  days: readonly StatementDay[],
): CashInTransit {
  const byDay = new Map([...(transit?.days ?? []), ...days].map(({ on, nettCents }) => [on, nettCents]));
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
