import { lastBusinessDayUpTo } from '../business-days/business-days.ts';
import type { ExtraDays } from '../business-days/extra-days.ts';
import { addDays, addMonths, type Day, type Month } from '../calendar.ts';
import { type Cents, timesRate } from '../money.ts';

/**
 * The day on which PAYE and SDL of a month are due (T9): the 7th of the next month, or the business day before it.
 * `proclaimedDays`: days on which banks are closed although they are no public holidays.
 */
export function emp201DueOn(month: Month, proclaimedDays: ExtraDays): Day {
  return lastBusinessDayUpTo(addDays(addMonths(`${month}-01`, 1), 6), proclaimedDays);
}

/** The monthly return to SARS. Cents. */
export interface Emp201 {
  readonly month: Month;
  readonly dueOn: Day;
  /** Gross from which PAYE is due; SDL is computed from it. */
  readonly leviableCents: Cents;
  readonly payeCents: Cents;
  /** Skills development levy: paid by the employer, not withheld. */
  readonly sdlCents: Cents;
  /** Always zero: commission is outside the remuneration of the Unemployment Insurance Contributions Act. */
  readonly uifCents: 0;
  readonly totalCents: Cents;
}

/** The return of a month from its payments. `sdlRate` is a fraction of gross; 0 for an exempt employer. */
export function emp201Of(
  { month, leviableCents, payeCents }: Pick<Emp201, 'month' | 'leviableCents' | 'payeCents'>,
  sdlRate: number,
  proclaimedDays: ExtraDays,
): Emp201 {
  const sdlCents = Math.max(0, timesRate(leviableCents, sdlRate));
  const dueOn = emp201DueOn(month, proclaimedDays);
  return { month, dueOn, leviableCents, payeCents, sdlCents, uifCents: 0, totalCents: payeCents + sdlCents };
}
