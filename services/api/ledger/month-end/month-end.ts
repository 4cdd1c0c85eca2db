import { addDays, addMonths, type Day, dayOf, endOfDay, type Month } from '@fynbos/domain/calendar.ts';
import type { Paper } from '../../reports/paper.ts';
import { paperDay, paperMonth } from '../../reports/paper-words.ts';
import { ageing, type LiabilityParts } from '../ageing.ts';
import { ageingSection, journalSection, movements } from './books.ts';
import { controlSection, reconciliationSection, signalSection } from './checks.ts';
import { payeSection, payoutSection } from './payments.ts';

/** The days of a month; of the current one those that are over. */
function daysOf(month: Month, today: Day): { from: Day; to: Day } {
  const from = `${month}-01`;
  const last = addDays(addMonths(from, 1), -1);
  return { from, to: last < today ? last : addDays(today, -1) };
}

/**
 * The month-end pack: what was owed and how it moved, ageing as of the month's end (of the current month: now), journal,
 * payout runs, PAYE, reconciliation, signals and controls. Null where `signal` ended the look back.
 */
export async function monthEndPaper(
  parts: LiabilityParts,
  month: Month,
  head: { readonly programme: string; readonly now: Date },
  signal: AbortSignal,
): Promise<Paper | null> {
  const today = dayOf(head.now);
  const { from, to } = daysOf(month, today);
  const aged = await ageing(parts, endOfDay(to), true, signal);
  if (!aged) return null;
  const { section, closing } = await movements(parts, from, to);
  return {
    programme: head.programme,
    title: `Month-end pack ${paperMonth(month)}`,
    about: `${paperDay(from)} to ${paperDay(to)} · made on ${paperDay(today)}`,
    sections: [
      section,
      ageingSection(aged, closing),
      await journalSection(parts, from, to),
      await payoutSection(parts, from, to),
      await payeSection(parts, month),
      await reconciliationSection(parts, to),
      await signalSection(parts, from, to),
      await controlSection(parts, from, to),
    ],
  };
}
