import { randomUUID } from 'node:crypto';
import type { Day } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import type { LedgerAccount } from '@fynbos/domain/ledger/journal.ts';
import { chartProblems } from '@fynbos/domain/ledger-export/chart.ts';
import { LEDGER_ACCOUNT_NAMES, type LedgerSettings, type LedgerSystem } from '@fynbos/domain/ledger-export/events.ts';
import {
  checkChart,
  checkExportPeriod,
  exportWithId,
  LEDGER_EXPORT_STREAM,
  ledgerExportDecider,
} from '@fynbos/domain/ledger-export/ledger-export.ts';
import { overlapping, sumDifferences } from '@fynbos/domain/ledger-export/queries.ts';
import {
  chartInForce,
  type LedgerExport,
  type LedgerExports,
  lastExportOf,
} from '@fynbos/domain/ledger-export/state.ts';
import { exactSum } from '@fynbos/domain/money.ts';
import { journal } from '@fynbos/projections/journal/journal.ts';
import { journalRows } from '@fynbos/projections/journal/queries.ts';
import { z } from 'zod';
import { eventsOf, handle, load } from '../handle.ts';
import type { Application, Stores, WithLog } from '../services.ts';
import { assertNothingBlocked, waitForFigures } from '../wait-for-read-models.ts';
import { exportLines, exportSums, ledgerFiles, type WrittenFile } from './ledger-files.ts';

/** The period and the system of an export. Johannesburg days, both included. */
export interface ExportRequest {
  readonly system: LedgerSystem;
  readonly from: Day;
  readonly to: Day;
}

/** The chart and the exports, with the events of the stream. Throws `StoreUnavailable`. */
export const loadLedgerExports = (log: Application['log']) => load(log, ledgerExportDecider, LEDGER_EXPORT_STREAM);

/** A change of the chart or, without an account, of the settings. */
export const chartChange = z.object({
  account: z.enum(LEDGER_ACCOUNT_NAMES).nullable(),
  code: z.string().nullable(),
  name: z.string().nullable(),
  reason: z.string(),
  at: instant,
  by: z.int(),
});
type ChartChange = z.output<typeof chartChange>;

/** The chart in force and every change, newest first. Throws `StoreUnavailable`. */
export async function ledgerChart(log: Application['log']) {
  const { state, stream } = await loadLedgerExports(log);
  const changes = eventsOf(ledgerExportDecider, stream).flatMap(({ type, data }): ChartChange[] => {
    if (type === 'LedgerAccountMapped') {
      const { account, code, name, reason, mappedBy: by, mappedAt: at } = data;
      return [{ account, code, name, reason, by, at }];
    }
    if (type !== 'LedgerSettingsChanged') return [];
    const { reason, changedBy: by, changedAt: at } = data;
    return [{ account: null, code: null, name: null, reason, by, at }];
  });
  return { ...chartInForce(state).chart, changes: changes.reverse() };
}

/** The journal of a period as lines. Throws `ledger-export.incomplete` while an entry could not be processed. */
async function journalOf({ db }: Pick<Stores, 'db'>, { from, to }: Pick<ExportRequest, 'from' | 'to'>) {
  await assertNothingBlocked(db, [journal.name], 'ledger-export.incomplete');
  const lines = exportLines(await journalRows(db, from, to));
  return { lines, sums: exportSums(lines) };
}

/** Returns the totals of an export in cents, the problems that prevent it, and the earlier exports of its days. */
export async function previewExport({ log, db }: Stores, period: ExportRequest, now: Date) {
  checkExportPeriod(period, now.toISOString());
  const [{ state }, { lines, sums }] = await Promise.all([loadLedgerExports(log), journalOf({ db }, period)]);
  const used = new Set(sums.map(({ account }) => account));
  const last = lastExportOf(state, period);
  return {
    ...period,
    days: new Set(sums.map(({ day }) => day)).size,
    lines: lines.length,
    debitCents: exactSum(sums.map(({ debitCents }) => debitCents)),
    creditCents: exactSum(sums.map(({ creditCents }) => creditCents)),
    problems: chartProblems(chartInForce(state).chart, period.system, used).map(({ message }) => message),
    repeats: last?.exportId ?? null,
    differences: last ? sumDifferences(last.sums, sums) : [],
    overlaps: overlapping(state, period).map(({ exportId, from, to }) => ({ exportId, from, to })),
  };
}

/**
 * Records the export (L17). Throws `ledger-export.chart` with every unmapped account, `.incomplete`, and the decider's.
 */
export async function exportLedger(
  { log, db }: Stores,
  { system, from, to }: ExportRequest,
  by: number,
  context: CommandContext,
) {
  checkExportPeriod({ from, to }, context.now.toISOString());
  const position = (await waitForFigures({ log, db }, [journal.name], 'ledger-export.incomplete')) ?? '';
  const [{ state }, { lines, sums }] = await Promise.all([loadLedgerExports(log), journalOf({ db }, { from, to })]);
  const { chart, version: chartVersion } = chartInForce(state);
  checkChart(chart, system, sums);
  const files = ledgerFiles(system, chart, lines).map(({ content: _content, ...file }) => file);
  const exportId = randomUUID();
  const command = {
    type: 'RecordExport',
    exportId,
    system,
    from,
    to,
    chartVersion,
    files,
    sums,
    position,
    by,
  } as const;
  const handled = await handle(log, { decider: ledgerExportDecider, streamId: LEDGER_EXPORT_STREAM, command, context });
  return { exportId, position: handled.position };
}

/** An export compared with the one that it repeats: what later postings and changes of the chart changed. */
export function repeatOf(state: LedgerExports, found: LedgerExport) {
  const before = found.repeats === null ? null : exportWithId(state, found.repeats);
  if (!before) return null;
  const { exportId, exportedAt, exportedBy, files } = before;
  const isSame =
    files.length === found.files.length && files.every(({ sha256 }, at) => sha256 === found.files[at]?.sha256);
  return { exportId, exportedAt, exportedBy, isSame, differences: sumDifferences(before.sums, found.sums) };
}

/**
 * Byte for byte. Throws `ledger-export.unknown`, and `.changed` where later postings changed the journal of its days.
 */
export async function fileOfExport({ log, db }: Stores, exportId: string, part: number): Promise<WrittenFile> {
  const { state } = await loadLedgerExports(log);
  const found = exportWithId(state, exportId);
  const recorded = found.files[part - 1];
  const chart = state.charts[found.chartVersion];
  if (!recorded || !chart) throw new DomainError('not-found', 'ledger-export.unknown', 'File not found.');
  const { lines, sums } = await journalOf({ db }, found);
  const file = ledgerFiles(found.system, chart, lines)[part - 1];
  if (file?.sha256 === recorded.sha256) return file;
  const days = new Set(sumDifferences(found.sums, sums).map(({ day }) => day));
  throw new DomainError(
    'conflict',
    'ledger-export.changed',
    `The journal changed since this export${days.size > 0 ? ` on ${[...days].join(', ')}` : ''}. Export the period again: the differences are listed.`,
  );
}

/** Maps an account of the journal to one of the company's ledger. Throws `ledger-export.code` and `.name`. */
export const mapAccount = (
  { log }: WithLog,
  change: {
    readonly account: LedgerAccount;
    readonly code: string;
    readonly name: string;
    readonly reason: string;
    readonly by: number;
  },
  context: CommandContext,
) => {
  const command = { type: 'MapAccount', ...change } as const;
  return handle(log, {
    decider: ledgerExportDecider,
    streamId: LEDGER_EXPORT_STREAM,
    command,
    context: { ...context, reason: change.reason },
  });
};

/** Changes the settings of the company's ledgers. Throws `ledger-export.` with the name of the setting. */
export const changeLedgerSettings = (
  { log }: WithLog,
  change: { readonly settings: LedgerSettings; readonly reason: string; readonly by: number },
  context: CommandContext,
) => {
  const command = { type: 'ChangeSettings', ...change } as const;
  return handle(log, {
    decider: ledgerExportDecider,
    streamId: LEDGER_EXPORT_STREAM,
    command,
    context: { ...context, reason: change.reason },
  });
};
