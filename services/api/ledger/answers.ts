import { kindTotal } from '@fynbos/application/ledger/journal.ts';
import { chartChange } from '@fynbos/application/ledger/ledger-export.ts';
import { readBackRow } from '@fynbos/application/ledger/ledger-read-back.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import {
  LEDGER_ACCOUNT_NAMES,
  LEDGER_SYSTEM_NAMES,
  ledgerExportEvents,
  ledgerSettings,
} from '@fynbos/domain/ledger-export/events.ts';
import { z } from 'zod';

// All amounts are cents.

const cents = z.int();
const day = z.iso.date();
const account = z.object({ code: z.string(), name: z.string(), side: z.enum(['debit', 'credit']) });
const sides = { debitCents: cents, creditCents: cents };

export const journalAnswer = z.object({
  from: day,
  to: day,
  accounts: z.array(account.extend(sides)),
  days: z.array(z.object({ day, ...sides, lines: z.int() })),
  kinds: z.array(kindTotal),
  chart: z.array(account),
});

const ledgerAccount = z.enum(LEDGER_ACCOUNT_NAMES);
/** An account of the journal with its code here. */
const accountFields = { account: ledgerAccount, ours: z.string() };
const difference = z.object({ ...accountFields, day, beforeCents: cents, afterCents: cents });
const readBack = ledgerExportEvents.LedgerReadBack;

/** `GET /admin/ledger-chart`. Changes are newest first; one without an account changed the settings. */
export const ledgerChartAnswer = z.object({
  accounts: z.array(
    z.object({ ...accountFields, oursName: z.string(), code: z.string().nullable(), name: z.string().nullable() }),
  ),
  settings: ledgerSettings,
  changes: z.array(chartChange.extend({ byName: z.string() })),
});

const summary = z.object({
  id: z.string(),
  system: z.enum(LEDGER_SYSTEM_NAMES),
  systemName: z.string(),
  from: day,
  to: day,
  files: ledgerExportEvents.LedgerExported.shape.files,
  debitCents: cents,
  creditCents: cents,
  repeats: z.string().nullable(),
  position: z.string(),
  exportedBy: z.int(),
  exportedByName: z.string(),
  exportedAt: instant,
  readBack: readBack.nullable(),
});

/** `GET /admin/ledger-exports`. `readBack` is the newest one. */
export const ledgerExportsAnswer = z.array(summary);

/** `GET /admin/ledger-exports/preview`. `differences` are those from the last export of the same period. */
export const ledgerExportPreviewAnswer = z.object({
  system: z.enum(LEDGER_SYSTEM_NAMES),
  from: day,
  to: day,
  days: z.int(),
  lines: z.int(),
  debitCents: cents,
  creditCents: cents,
  problems: z.array(z.string()),
  repeats: z.string().nullable(),
  differences: z.array(difference),
  overlaps: z.array(z.object({ exportId: z.string(), from: day, to: day })),
});

export const ledgerExportAnswer = summary.extend({
  sums: z.array(
    z.object({ ...accountFields, day, code: z.string(), name: z.string(), debitCents: cents, creditCents: cents }),
  ),
  repeated: z
    .object({
      id: z.string(),
      exportedAt: instant,
      exportedByName: z.string(),
      isSame: z.boolean(),
      differences: z.array(difference),
    })
    .nullable(),
  /** Codes of the journal with another account in the company's ledger since the export, or the repeated one. */
  changedAccounts: z.array(z.string()),
  changedSettings: z.boolean(),
  readBacks: z.array(readBack.extend({ readByName: z.string() })),
});

/** `POST /admin/ledger-exports/{id}/read-back`. Rows are by day and account; amounts are debits less credits. */
export const readBackAnswer = z.object({
  kind: z.enum(['trial-balance', 'journal']),
  lines: z.int(),
  rows: z.array(readBackRow),
  agreeing: z.int(),
  differing: z.int(),
  differenceCents: cents,
  otherAccounts: z.int(),
  otherDays: z.int(),
});

export type LedgerChartView = z.output<typeof ledgerChartAnswer>;
export type LedgerExports = z.output<typeof ledgerExportsAnswer>;
export type LedgerExportPreview = z.output<typeof ledgerExportPreviewAnswer>;
export type LedgerExportView = z.output<typeof ledgerExportAnswer>;
export type ReadBackView = z.output<typeof readBackAnswer>;
