import {
  addDays,
  addMonths,
  type Day,
  dayOf,
  endOfDay,
  FIRST_DAY,
  type Month,
  startOfDay,
} from '@fynbos/domain/calendar.ts';
import { LEDGER_ACCOUNTS } from '@fynbos/domain/ledger/journal.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import { emp201DueOn } from '@fynbos/domain/tax/emp201.ts';
import { liveTable } from '@fynbos/projections/engine/read-model.ts';
import { holds } from '@fynbos/projections/holds/holds.ts';
import { type JournalRow, journal } from '@fynbos/projections/journal/journal.ts';
import { journalRows } from '@fynbos/projections/journal/queries.ts';
import { holdsOfPeriod, runsOfPeriod } from '@fynbos/projections/liability/month-end.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { lastReconciliation } from '@fynbos/projections/reconciliations/queries.ts';
import { reconciliations } from '@fynbos/projections/reconciliations/reconciliations.ts';
import { payeByTreatment } from '@fynbos/projections/tax/queries.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import { withTablesAsOf } from '../as-of.ts';
import { CONTROL_MODELS, controlFindings } from '../controls/controls.ts';
import { accountTotals, journalLines, kindTotals } from '../ledger/journal.ts';
import { AGEING_MODELS, ageingIn } from '../liability/ageing.ts';
import { loadExtraDays } from '../reward-policy/programme-lists.ts';
import type { Stores } from '../services.ts';

export const MONTH_END_MODELS: readonly string[] = [
  ...new Set([
    ...[journal, payouts, payoutLines, holds, tax, reconciliations, ...AGEING_MODELS].map(({ name }) => name),
    ...CONTROL_MODELS,
  ]),
];

/** Rows of a section at most. */
export const MAX_LISTED_ROWS = 200;

/** The days of a month; only the ended days of the current month, which `isRunning`. */
function daysOf(month: Month, today: Day): { from: Day; to: Day; isRunning: boolean } {
  const from = `${month}-01`;
  const last = addDays(addMonths(from, 1), -1);
  const isRunning = last >= today;
  return { from, to: isRunning ? addDays(today, -1) : last, isRunning };
}

/** The balances owed according to journal rows: credits less debits of rewards payable. */
export function payableBalanceOf(rows: readonly JournalRow[]): Cents {
  const payable = accountTotals(journalLines(rows)).find(({ code }) => code === LEDGER_ACCOUNTS.payable.code);
  return payable ? payable.creditCents - payable.debitCents : 0;
}

/**
 * Johannesburg days; cents. For a running month as of the end of yesterday. For a month that is over, balances and
 * journal are as of its end; runs, PAYE and holds include later records for it (T8, T9). Null if `signal` stopped the
 * fold.
 */
export async function monthEndPack(services: Stores, month: Month, now: Date, signal: AbortSignal) {
  const { db, log } = services;
  const days = daysOf(month, dayOf(now));
  const { from, to, isRunning } = days;
  const models = [...AGEING_MODELS, ...(isRunning ? [payouts, payoutLines, holds, tax] : [])];
  const past = await withTablesAsOf(services, models, { at: endOfDay(to), signal }, async (tableOf) => {
    const shown = isRunning ? tableOf : liveTable;
    return {
      ageing: await ageingIn(services, endOfDay(to), tableOf),
      runs: await runsOfPeriod(db, days, MAX_LISTED_ROWS, shown),
      paye: await payeByTreatment(db, month, shown),
      holds: await holdsOfPeriod(db, days, MAX_LISTED_ROWS, shown),
    };
  });
  if (!past) return null;
  const [before, within] = await Promise.all([
    journalRows(db, FIRST_DAY, addDays(from, -1)),
    journalRows(db, from, to),
  ]);
  const openingCents = payableBalanceOf(before);
  // Cash in transit moves between bank accounts and changes no balance owed.
  const movements = kindTotals(within.filter(({ kind }) => kind !== 'in-transit')).map((total) => ({
    ...total,
    owedCents: payableBalanceOf(within.filter(({ kind }) => kind === total.kind)),
  }));
  return {
    month,
    from,
    to,
    openingCents,
    movements,
    ...past,
    closingCents: movements.reduce((sum, { owedCents }) => sum + owedCents, openingCents),
    accounts: accountTotals(journalLines(within)),
    dueOn: emp201DueOn(month, await loadExtraDays(log)),
    // The reconciliation in the night after the month covers the month.
    reconciliation: await lastReconciliation(db, startOfDay(addDays(to, 2)).toISOString()),
    findings: await controlFindings(services, from, to),
  };
}

export type MonthEndPack = NonNullable<Awaited<ReturnType<typeof monthEndPack>>>;
