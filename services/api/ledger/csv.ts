import type { AccountStatement } from '@fynbos/application/ledger/account-statement.ts';
import type { Ageing } from '@fynbos/application/ledger/ageing.ts';
import type { Forecast } from '@fynbos/application/ledger/forecast.ts';
import { type JournalLine, journalLines } from '@fynbos/application/ledger/journal.ts';
import type { Day } from '@fynbos/domain/calendar.ts';
import type { ControlFinding } from '@fynbos/domain/ledger/controls.ts';
import { LEDGER_ACCOUNTS } from '@fynbos/domain/ledger/journal.ts';
import { AGES } from '@fynbos/domain/ledger/owed.ts';
import { plainRand } from '@fynbos/domain/money.ts';
import type { JournalRow } from '@fynbos/projections/journal/journal.ts';
import { journalQuery } from '@fynbos/projections/journal/queries.ts';
import type pg from 'pg';
import { amountColumns, csvLines, csvOf, type ExportColumn, fieldColumns, harmless } from '../lists/export.ts';

// Amounts in all of these files are rand with two decimals.

/** The ageing with a line of totals. */
export const ageingCsv = ({ rows, totals }: Ageing): string =>
  csvLines([
    ['standing', 'agents', ...AGES.map(({ label }) => label), 'owed'],
    ...[...rows, { ...totals, standing: 'Total' }].map((row) => [
      row.standing,
      String(row.agents),
      ...AGES.map(({ bucket }) => plainRand(row[bucket])),
      plainRand(row.balanceCents),
    ]),
  ]);

/** The forecast: the months, then the amounts without a date. */
export const forecastCsv = ({ months, undated, pendingCents }: Forecast): string =>
  csvLines([
    ['month', 'known', 'reachingMinimum', 'expected', 'paye', 'expiring'],
    ...months.map((row) => [
      row.month,
      plainRand(row.knownCents),
      plainRand(row.reachingCents),
      plainRand(row.expectedCents),
      plainRand(row.payeCents),
      plainRand(row.expiringCents),
    ]),
    ...undated.map(({ standing, cents }) => [`undated: ${standing}`, plainRand(cents), '', '', '', '']),
    ['undated: rentals on hold', plainRand(pendingCents), '', '', '', ''],
  ]);

/** The columns of the findings of the controls. */
export const FINDING_COLUMNS: readonly ExportColumn<ControlFinding>[] = [
  ...fieldColumns('at', 'control', 'by'),
  { heading: 'record', cell: ({ subject }) => subject },
  ...fieldColumns('what', 'reason', 'requestedBy', 'requestReason', 'approvedBy', 'approvalReason'),
];

/** An account statement with the balances before and after it. */
export const accountStatementCsv = ({ from, to, openingCents, closingCents, lines }: AccountStatement): string =>
  csvLines([
    ['date', 'entry', 'detail', 'nett', 'balance', 'valueDate'],
    [from, 'Balance before', '', '', plainRand(openingCents), ''],
    ...lines.map((line) => [
      line.on,
      line.what,
      harmless(line.detail),
      plainRand(line.nettCents),
      plainRand(line.balanceCents),
      line.valueOn,
    ]),
    [to, 'Balance after', '', '', plainRand(closingCents), ''],
  ]);

const JOURNAL_COLUMNS: readonly ExportColumn<JournalLine>[] = [
  ...fieldColumns('reference', 'bookedOn', 'valueOn'),
  { heading: 'account', cell: ({ account }) => LEDGER_ACCOUNTS[account].code },
  { heading: 'accountName', cell: ({ account }) => LEDGER_ACCOUNTS[account].name },
  ...amountColumns('debit', 'credit'),
  ...fieldColumns('description'),
];

/** The journal in pieces. Debits equal credits on every day. */
export const journalCsv = (db: pg.Pool, from: Day, to: Day): AsyncGenerator<string> =>
  csvOf<JournalRow, JournalLine>(db, journalQuery(from, to), JOURNAL_COLUMNS, journalLines);
