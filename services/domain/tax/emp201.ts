import { z } from 'zod';
import { type ExtraDays, lastBusinessDayUpTo } from '../business-days/business-days.ts';
import { addDays, addMonths, type Day, type Month } from '../calendar.ts';
import { timesRate } from '../money.ts';

/** The 7th of the next month, or the business day before it (T9). `proclaimedDays`: further days without banks. */
export function emp201DueOn(month: Month, proclaimedDays: ExtraDays): Day {
  return lastBusinessDayUpTo(addDays(addMonths(`${month}-01`, 1), 6), proclaimedDays);
}

/** Cents. */
export const emp201 = z.object({
  month: z.string(),
  dueOn: z.iso.date(),
  /** Gross from which PAYE is due; SDL is computed from it. */
  leviableCents: z.int(),
  payeCents: z.int(),
  /** Paid by the employer, not withheld. */
  sdlCents: z.int(),
  /** Always zero: commission is outside the remuneration of the Unemployment Insurance Contributions Act. */
  uifCents: z.int(),
  totalCents: z.int(),
});
export type Emp201 = z.output<typeof emp201>;

/** `sdlRate`: a fraction of gross; 0 for an exempt employer. */
export function emp201Of(
  { month, leviableCents, payeCents }: Pick<Emp201, 'month' | 'leviableCents' | 'payeCents'>,
  sdlRate: number,
  proclaimedDays: ExtraDays,
): Emp201 {
  const sdlCents = Math.max(0, timesRate(leviableCents, sdlRate));
  const dueOn = emp201DueOn(month, proclaimedDays);
  return { month, dueOn, leviableCents, payeCents, sdlCents, uifCents: 0, totalCents: payeCents + sdlCents };
}
