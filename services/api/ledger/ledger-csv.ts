import type { AccountStatement } from '@fynbos/application/ledger/account-statement.ts';
import { type JournalLine, journalLines } from '@fynbos/application/ledger/journal.ts';
import type { Day } from '@fynbos/domain/calendar.ts';
import { LEDGER_ACCOUNTS } from '@fynbos/domain/ledger/journal.ts';
import { plainRand } from '@fynbos/domain/money.ts';
import type { JournalRow } from '@fynbos/projections/journal/journal.ts';
import { journalQuery } from '@fynbos/projections/journal/queries.ts';
import type pg from 'pg';
import { amountColumns, csvLines, csvOf, type ExportColumn, fieldColumns, harmless } from '../lists/export.ts';

// Amounts in all of these files are rand with two decimals.

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
