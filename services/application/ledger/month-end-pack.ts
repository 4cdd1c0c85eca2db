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
import { LEDGER_ACCOUNTS } from '@fynbos/domain/ledger/accounts.ts';
import type { ControlFinding } from '@fynbos/domain/ledger/controls.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import { emp201DueOn } from '@fynbos/domain/tax/emp201.ts';
import type { HoldRow } from '@fynbos/projections/holds/holds.ts';
import type { JournalRow } from '@fynbos/projections/journal/journal.ts';
import { journalRows } from '@fynbos/projections/journal/queries.ts';
import { holdsOfPeriod, runsOfPeriod } from '@fynbos/projections/liability/month-end.ts';
import type { PayoutRow } from '@fynbos/projections/payouts/payouts.ts';
import { lastReconciliation } from '@fynbos/projections/reconciliations/queries.ts';
import type { ReconciliationRow } from '@fynbos/projections/reconciliations/reconciliations.ts';
import { type PayeOfTreatment, payeByTreatment } from '@fynbos/projections/tax/queries.ts';
import { loadExtraDays } from '../reward-policy/programme-lists.ts';
import { type Ageing, ageingAsOf, type LedgerParts } from './ageing.ts';
import { controlFindings } from './controls.ts';
import { type AccountTotal, accountTotals, journalLines, type KindTotal, kindTotals } from './journal.ts';

/** Rows of a section at most. */
export const LISTED = 200;

/** A movement of the balances owed: the journal's entries of one kind, and their effect. Cents. */
interface Movement extends KindTotal {
  readonly owedCents: Cents;
}

/** The figures for closing a month. Days are Johannesburg days; amounts are cents. */
export interface MonthEndPack {
  readonly month: Month;
  readonly from: Day;
  readonly to: Day;
  /** Balances owed before the month, its movements, and their sum. */
  readonly openingCents: Cents;
  readonly movements: readonly Movement[];
  readonly closingCents: Cents;
  readonly ageing: Ageing;
  readonly accounts: readonly AccountTotal[];
  readonly runs: readonly PayoutRow[];
  readonly paye: readonly PayeOfTreatment[];
  /** The last business day on which the month's PAYE is due (T9). */
  readonly dueOn: Day;
  readonly reconciliation: ReconciliationRow | null;
  readonly holds: readonly HoldRow[];
  readonly findings: readonly ControlFinding[];
}

/** The days of a month; only the ended days of the current month. */
function daysOf(month: Month, today: Day): { from: Day; to: Day } {
  const from = `${month}-01`;
  const last = addDays(addMonths(from, 1), -1);
  return { from, to: last < today ? last : addDays(today, -1) };
}

/** The balances owed according to journal rows: credits less debits of rewards payable. */
export function payableOf(rows: readonly JournalRow[]): Cents {
  const payable = accountTotals(journalLines(rows)).find(({ code }) => code === LEDGER_ACCOUNTS.payable.code);
  return payable ? payable.creditCents - payable.debitCents : 0;
}

/** The month-end pack, with the ageing as of the end of the month. Null if `signal` stopped the replay of the past. */
export async function monthEndPack(
  parts: LedgerParts,
  month: Month,
  now: Date,
  signal: AbortSignal,
): Promise<MonthEndPack | null> {
  const { pool, log } = parts;
  const { from, to } = daysOf(month, dayOf(now));
  const ageing = await ageingAsOf(parts, endOfDay(to), signal);
  if (!ageing) return null;
  const [before, within] = await Promise.all([
    journalRows(pool, FIRST_DAY, addDays(from, -1)),
    journalRows(pool, from, to),
  ]);
  const openingCents = payableOf(before);
  const movements = kindTotals(within).map((total) => ({
    ...total,
    owedCents: payableOf(within.filter(({ kind }) => kind === total.kind)),
  }));
  return {
    ...{ month, from, to, openingCents, movements, ageing },
    closingCents: movements.reduce((sum, { owedCents }) => sum + owedCents, openingCents),
    accounts: accountTotals(journalLines(within)),
    runs: await runsOfPeriod(pool, from, to, LISTED),
    paye: await payeByTreatment(pool, month),
    dueOn: emp201DueOn(month, await loadExtraDays(log)),
    // The reconciliation in the night after the month covers the month.
    reconciliation: await lastReconciliation(pool, startOfDay(addDays(to, 2)).toISOString()),
    holds: await holdsOfPeriod(pool, from, to, LISTED),
    findings: await controlFindings(parts, from, to),
  };
}
