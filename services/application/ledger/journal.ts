import { addDays, type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { fieldError } from '@fynbos/domain/errors.ts';
import { amounts } from '@fynbos/domain/event-schema.ts';
import {
  JOURNAL_KINDS,
  type JournalKind,
  LEDGER_ACCOUNTS,
  type LedgerAccount,
  linesOf,
} from '@fynbos/domain/ledger/journal.ts';
import { type Cents, exactSum } from '@fynbos/domain/money.ts';
import type { JournalRow } from '@fynbos/projections/journal/journal.ts';
import { z } from 'zod';

/** One line of the general ledger. Cents; either debit or credit is zero. */
export interface JournalLine {
  /** Stays the same in every export, so that a ledger can recognise a line it has. */
  readonly reference: string;
  readonly bookedOn: Day;
  readonly valueOn: Day;
  readonly account: LedgerAccount;
  readonly debitCents: Cents;
  readonly creditCents: Cents;
  readonly description: string;
}

/** The ledger lines of journal rows. Each row is a double entry (L12). */
export const journalLines = (rows: readonly JournalRow[]): JournalLine[] =>
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

interface Sides {
  readonly debitCents: Cents;
  readonly creditCents: Cents;
}

const sumOf = <Row>(rows: readonly Row[], field: (row: Row) => number): number => exactSum(rows.map(field));
const sidesOf = (lines: readonly JournalLine[]): Sides => ({
  debitCents: sumOf(lines, ({ debitCents }) => debitCents),
  creditCents: sumOf(lines, ({ creditCents }) => creditCents),
});

/** An account with its debits and credits of a period, cents. */
export type AccountTotal = (typeof LEDGER_ACCOUNTS)[LedgerAccount] & Sides;

/** Totals of each account with movements, by account code. */
export const accountTotals = (lines: readonly JournalLine[]): AccountTotal[] =>
  [...Map.groupBy(lines, ({ account }) => account)]
    .map(([account, own]) => ({ ...LEDGER_ACCOUNTS[account], ...sidesOf(own) }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));

/** A period's entries of one kind. Cents. */
export const kindTotal = z.object({
  kind: z.enum(Object.keys(JOURNAL_KINDS) as [JournalKind, ...JournalKind[]]),
  label: z.string(),
  entries: z.int(),
  ...amounts.shape,
});
export type KindTotal = z.output<typeof kindTotal>;

export const kindTotals = (rows: readonly JournalRow[]): KindTotal[] =>
  (Object.entries(JOURNAL_KINDS) as [JournalKind, string][]).flatMap(([kind, label]) => {
    const own = rows.filter((row) => row.kind === kind);
    if (own.length === 0) return [];
    const sum = (field: 'entries' | 'grossCents' | 'payeCents' | 'nettCents') => sumOf(own, (row) => row[field]);
    return [
      {
        kind,
        label,
        entries: sum('entries'),
        grossCents: sum('grossCents'),
        payeCents: sum('payeCents'),
        nettCents: sum('nettCents'),
      },
    ];
  });

export function journalSummary(rows: readonly JournalRow[]) {
  const lines = journalLines(rows);
  return {
    accounts: accountTotals(lines),
    days: [...Map.groupBy(lines, ({ bookedOn }) => bookedOn)].map(([day, own]) => ({
      day,
      ...sidesOf(own),
      lines: own.length,
    })),
    kinds: kindTotals(rows),
  };
}

/** Today's journal may still grow. Throws `journal.open-day` for the field `to`. */
export function assertClosedDay(to: Day, now: Date): void {
  const today = dayOf(now);
  if (to < today) return;
  const message = `to must be a past day, ${addDays(today, -1)} at the latest: today’s journal may still grow.`;
  throw fieldError('journal.open-day', 'to', message);
}
