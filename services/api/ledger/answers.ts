import { ageing } from '@fynbos/application/ledger/ageing.ts';
import { forecastShape } from '@fynbos/application/ledger/forecast.ts';
import { kindTotal } from '@fynbos/application/ledger/journal.ts';
import { chartChange } from '@fynbos/application/ledger/ledger-export.ts';
import { readBackRow } from '@fynbos/application/ledger/ledger-read-back.ts';
import { CONFLICT_NAMES } from '@fynbos/domain/duties/duties.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { controlFinding } from '@fynbos/domain/ledger/controls.ts';
import { AGES, type AgeBucket } from '@fynbos/domain/ledger/owed.ts';
import {
  LEDGER_ACCOUNT_NAMES,
  LEDGER_SYSTEM_NAMES,
  ledgerExportEvents,
  ledgerSettings,
} from '@fynbos/domain/ledger-export/events.ts';
import { owedAgent } from '@fynbos/projections/liability/owed.ts';
import { z } from 'zod';

// All amounts are cents.

const cents = z.int();
const day = z.iso.date();
const bucket = z.enum(AGES.map((age) => age.bucket) as [AgeBucket, ...AgeBucket[]]);

/** `GET /admin/liability`. */
export const liabilityAnswer = ageing.extend({
  ages: z.array(z.object({ bucket, label: z.string(), days: z.int().nullable() })),
});
export type Liability = z.output<typeof liabilityAnswer>;

/** `GET /admin/agents-owed`. */
export const agentsOwedAnswer = z.array(owedAgent.extend({ id: z.int() }));
export type OwedAgents = z.output<typeof agentsOwedAnswer>;

/** `GET /admin/forecast`. */
export const forecastAnswer = forecastShape;

/** `GET /admin/controls`. */
export const controlsAnswer = z.object({
  from: day,
  to: day,
  controls: z.array(z.object({ control: controlFinding.shape.control, label: z.string(), found: z.int() })),
  findings: z.array(controlFinding),
});

const account = z.object({ code: z.string(), name: z.string(), side: z.enum(['debit', 'credit']) });
const sides = { debitCents: cents, creditCents: cents };

/** `GET /admin/journal`. */
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
const named = { account: ledgerAccount, ours: z.string() };
const difference = z.object({ ...named, day, beforeCents: cents, afterCents: cents });
const readBack = ledgerExportEvents.LedgerReadBack;

/** `GET /admin/ledger-chart`. Changes are newest first; one without an account changed the settings. */
export const ledgerChartAnswer = z.object({
  accounts: z.array(
    z.object({ ...named, oursName: z.string(), code: z.string().nullable(), name: z.string().nullable() }),
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

/** `GET /admin/ledger-exports/{id}`. */
export const ledgerExportAnswer = summary.extend({
  sums: z.array(z.object({ ...named, day, code: z.string(), name: z.string(), debitCents: cents, creditCents: cents })),
  repeated: z
    .object({
      id: z.string(),
      exportedAt: instant,
      exportedByName: z.string(),
      isSame: z.boolean(),
      differences: z.array(difference),
    })
    .nullable(),
  /** Codes of the journal whose account in the company's ledger changed since the export, or since the repeated one. */
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

const person = z.object({ id: z.int(), name: z.string() });

/** `GET /admin/duties`. Attestations are newest first; `conflicts` counts the held ones. */
export const dutiesAnswer = z.object({
  quarter: z.string(),
  digest: z.string(),
  isAttested: z.boolean(),
  conflicts: z.array(
    z.object({ conflict: z.enum(CONFLICT_NAMES), title: z.string(), risk: z.string(), people: z.array(person) }),
  ),
  attestations: z.array(
    z.object({
      quarter: z.string(),
      note: z.string(),
      isOwn: z.boolean(),
      conflicts: z.int(),
      attestedBy: person,
      attestedAt: instant,
    }),
  ),
});
