import { addDays, type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '@fynbos/domain/ledger/accounts.ts';
import { JOURNAL_KINDS, linesOf } from '@fynbos/domain/ledger/journal.ts';
import { plainRand } from '@fynbos/domain/money.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type JournalRow, journal } from '@fynbos/projections/journal/journal.ts';
import type pg from 'pg';
import { csvLines } from '../reports/csv.ts';
import { pagesOf, withHeader } from '../reports/rows.ts';

const TABLE = readModelTable(journal).sql;

/** One line of the general ledger; cents, one of debit and credit is zero. */
export interface JournalLine {
  /** The same for the same line, however often it is exported: a ledger that knows it takes it once. */
  readonly reference: string;
  readonly bookedOn: Day;
  readonly valueOn: Day;
  readonly account: LedgerAccount;
  readonly debitCents: number;
  readonly creditCents: number;
  readonly description: string;
}

/** The lines of rows of the journal: each row is a double entry. */
export const linesOfRows = (rows: readonly JournalRow[]): JournalLine[] =>
  rows.flatMap((row) =>
    linesOf(row.kind, row).map(({ account, debitCents, creditCents }) => ({
      reference: `FR-${row.bookedOn.replaceAll('-', '')}-${row.kind}-${row.valueOn.replaceAll('-', '')}-${LEDGER_ACCOUNTS[account].code}`,
      bookedOn: row.bookedOn,
      valueOn: row.valueOn,
      account,
      debitCents,
      creditCents,
      description: `${JOURNAL_KINDS[row.kind]} (${row.entries} ${row.entries === 1 ? 'entry' : 'entries'})`,
    })),
  );

const ORDER = 'order by "bookedOn", "valueOn", kind';

/** The rows booked on days from `from` to `to`. */
export const journalRows = async (pool: pg.Pool, from: Day, to: Day): Promise<JournalRow[]> =>
  (await pool.query<JournalRow>(`select * from ${TABLE} where "bookedOn" between $1 and $2 ${ORDER}`, [from, to])).rows;

const HEADER = ['reference', 'bookedOn', 'valueOn', 'account', 'accountName', 'debit', 'credit', 'description'];

/** The journal as CSV, Rand with two decimals; debits equal credits on every day. */
export async function* journalCsv(pool: pg.Pool, from: Day, to: Day): AsyncGenerator<string> {
  const query = `select * from ${TABLE} where "bookedOn" between $1 and $2 ${ORDER}`;
  yield* withHeader(csvLines([HEADER]), pagesOf<JournalRow>(pool, query, [from, to]), (rows) =>
    csvLines(
      linesOfRows(rows).map((line) => [
        line.reference,
        line.bookedOn,
        line.valueOn,
        LEDGER_ACCOUNTS[line.account].code,
        LEDGER_ACCOUNTS[line.account].name,
        plainRand(line.debitCents),
        plainRand(line.creditCents),
        line.description,
      ]),
    ),
  );
}

/** Debits and credits of each account, cents, in the order of their codes; accounts without movement are left out. */
export function accountTotals(lines: readonly JournalLine[]) {
  const totals = new Map<LedgerAccount, { debitCents: number; creditCents: number }>();
  for (const { account, debitCents, creditCents } of lines) {
    const before = totals.get(account) ?? { debitCents: 0, creditCents: 0 };
    totals.set(account, {
      debitCents: before.debitCents + debitCents,
      creditCents: before.creditCents + creditCents,
    });
  }
  return [...totals]
    .map(([account, sums]) => ({ ...LEDGER_ACCOUNTS[account], ...sums }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** A period by day, by kind and by account. */
export function journalSummary(rows: readonly JournalRow[]) {
  const lines = linesOfRows(rows);
  const days = new Map<Day, { debitCents: number; creditCents: number; lines: number }>();
  for (const { bookedOn, debitCents, creditCents } of lines) {
    const before = days.get(bookedOn) ?? { debitCents: 0, creditCents: 0, lines: 0 };
    days.set(bookedOn, {
      debitCents: before.debitCents + debitCents,
      creditCents: before.creditCents + creditCents,
      lines: before.lines + 1,
    });
  }
  const kinds = new Map<string, { entries: number; grossCents: number; payeCents: number; nettCents: number }>();
  for (const { kind, entries, grossCents, payeCents, nettCents } of rows) {
    const before = kinds.get(kind) ?? { entries: 0, grossCents: 0, payeCents: 0, nettCents: 0 };
    kinds.set(kind, {
      entries: before.entries + entries,
      grossCents: before.grossCents + grossCents,
      payeCents: before.payeCents + payeCents,
      nettCents: before.nettCents + nettCents,
    });
  }
  return {
    accounts: accountTotals(lines),
    days: [...days].map(([day, sums]) => ({ day, ...sums })),
    kinds: Object.entries(JOURNAL_KINDS).flatMap(([kind, label]) => {
      const sums = kinds.get(kind);
      return sums ? [{ kind, label, ...sums }] : [];
    }),
  };
}

/** The last day that is over in Johannesburg. */
export const lastClosedDay = (now: Date): Day => addDays(dayOf(now), -1);
