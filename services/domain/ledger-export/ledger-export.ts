import { addDays, type Day, dayOf } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { DomainError, type FieldError } from '../errors.ts';
import type { DataOf } from '../event-schema.ts';
import { LEDGER_ACCOUNTS } from '../ledger/journal.ts';
import { exactSum } from '../money.ts';
import type { CodeOf } from '../refusal-codes.ts';
import { type Chart, chartProblems, INITIAL_CHART, isAccountCode } from './chart.ts';
import {
  LEDGER_ACCOUNT_NAMES,
  type LedgerExportEvent,
  type LedgerFile,
  type LedgerSettings,
  type LedgerSum,
  type LedgerSystem,
} from './events.ts';
import {
  chartInForce,
  type Exported,
  type LedgerExport,
  type LedgerExports,
  lastExportOf,
  type ReadBack,
} from './state.ts';

export const LEDGER_EXPORT_STREAM = 'ledger-export';

/** A quarter with its longest months. */
export const MAX_EXPORT_DAYS = 92;

/** `by` is the id of an administrator. */
export type LedgerExportCommand = { readonly by: number } & (
  | ({ readonly type: 'MapAccount' } & Omit<DataOf<LedgerExportEvent, 'LedgerAccountMapped'>, 'mappedBy' | 'mappedAt'>)
  | { readonly type: 'ChangeSettings'; readonly settings: LedgerSettings; readonly reason: string }
  | ({
      readonly type: 'RecordExport';
      readonly files: readonly LedgerFile[];
      readonly sums: readonly LedgerSum[];
    } & Pick<Exported, 'exportId' | 'system' | 'from' | 'to' | 'chartVersion' | 'position'>)
  | ({ readonly type: 'RecordReadBack' } & Omit<ReadBack, 'readBy' | 'readAt'>)
);

const refuse = (
  kind: 'invalid' | 'conflict' | 'not-found',
  code: CodeOf<'ledger-export'>,
  message: string,
  errors?: FieldError[],
) => new DomainError(kind, `ledger-export.${code}`, message, errors);
const invalid = (field: CodeOf<'ledger-export'>, message: string) =>
  refuse('invalid', field, message, [{ field, message }]);

export function exportWithId({ exports }: LedgerExports, exportId: string): LedgerExport {
  const found = exports.find((each) => each.exportId === exportId);
  if (!found) throw refuse('not-found', 'unknown', 'Export not found.');
  return found;
}

/** Requires a period of past days. Throws `ledger-export.from`, `.to` and `.days`: today's journal may still grow. */
export function checkExportPeriod({ from, to }: { readonly from: Day; readonly to: Day }, at: string): void {
  const today = dayOf(new Date(at));
  if (from > to) throw invalid('from', 'The first day must not be after the last.');
  if (to >= today)
    throw invalid('to', `Choose ${addDays(today, -1)} or an earlier day: the journal of today may still grow.`);
  if (addDays(from, MAX_EXPORT_DAYS) <= to) throw invalid('to', `Export at most ${MAX_EXPORT_DAYS} days at once.`);
}

/** Throws `ledger-export.chart`, which names every missing account and setting. */
export function checkChart(chart: Chart, system: LedgerSystem, sums: readonly LedgerSum[]): void {
  const problems = chartProblems(chart, system, new Set(sums.map(({ account }) => account)));
  if (problems.length > 0) throw refuse('invalid', 'chart', problems.map(({ message }) => message).join(' '), problems);
}

function checkBalance(sums: readonly LedgerSum[]): void {
  for (const [day, own] of Map.groupBy(sums, (sum) => sum.day)) {
    const difference = exactSum(own.map(({ debitCents, creditCents }) => debitCents - creditCents));
    if (difference !== 0) throw refuse('conflict', 'unbalanced', `Debits and credits of ${day} differ.`);
  }
}

function assertSettings({ xeroTaxRate, sageFirstMonth, sapCompanyCode, sapDocumentType }: LedgerSettings): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9 %().,-]{0,49}$/.test(xeroTaxRate))
    throw invalid('xeroTaxRate', 'Write the name of the tax rate as Xero shows it, at most 50 characters.');
  if (!Number.isInteger(sageFirstMonth) || sageFirstMonth < 1 || sageFirstMonth > 12)
    throw invalid('sageFirstMonth', 'Choose a month.');
  if (!/^[A-Za-z0-9]{0,4}$/.test(sapCompanyCode))
    throw invalid('sapCompanyCode', 'A company code has at most 4 letters and digits.');
  if (!/^[A-Za-z0-9]{2}$/.test(sapDocumentType))
    throw invalid('sapDocumentType', 'A document type has 2 letters or digits.');
}

function mapAccount(
  command: Extract<LedgerExportCommand, { type: 'MapAccount' }>,
  chart: Chart,
  mappedAt: string,
): readonly LedgerExportEvent[] {
  const { type: _type, by: mappedBy, ...mapping } = command;
  const data = { ...mapping, code: mapping.code.trim(), name: mapping.name.trim() };
  if (!isAccountCode(data.code))
    throw invalid(
      'code',
      'A code has 1 to 10 letters, digits, points, strokes or hyphens, and begins with a letter or digit.',
    );
  if (data.name === '' || data.name.length > 60) throw invalid('name', 'A name has 1 to 60 characters.');
  const mapped = chart.accounts[data.account];
  if (mapped && mapped.code === data.code && mapped.name === data.name) return [];
  const other = LEDGER_ACCOUNT_NAMES.find(
    (account) => account !== data.account && chart.accounts[account]?.code === data.code,
  );
  if (other && chart.accounts[other]?.name !== data.name)
    throw invalid('name', `${data.code} is named “${chart.accounts[other]?.name}” for ${LEDGER_ACCOUNTS[other].code}.`);
  return [{ type: 'LedgerAccountMapped', data: { ...data, mappedBy, mappedAt } }];
}

function recordExport(
  command: Extract<LedgerExportCommand, { type: 'RecordExport' }>,
  state: LedgerExports,
  exportedAt: string,
): readonly LedgerExportEvent[] {
  const { type: _type, by: exportedBy, files, sums, ...data } = command;
  if (state.exports.some(({ exportId }) => exportId === data.exportId)) return [];
  checkExportPeriod(data, exportedAt);
  const { chart, version } = chartInForce(state);
  if (data.chartVersion !== version)
    throw refuse('conflict', 'chart-changed', 'The accounts were changed at the same time. Export again.');
  if (sums.length === 0) throw refuse('conflict', 'empty', 'The journal has no entries on these days.');
  checkChart(chart, data.system, sums);
  checkBalance(sums);
  const totals = {
    debitCents: exactSum(sums.map(({ debitCents }) => debitCents)),
    creditCents: exactSum(sums.map(({ creditCents }) => creditCents)),
  };
  const repeats = lastExportOf(state, data)?.exportId ?? null;
  const written = { files: [...files], sums: [...sums], ...totals, repeats };
  return [{ type: 'LedgerExported', data: { ...data, ...written, exportedBy, exportedAt } }];
}

/**
 * Rejects with `ledger-export.{code,name,chart,chart-changed,to,from,empty,unbalanced,unknown}` and the name of a
 * setting (L17).
 */
export const ledgerExportDecider: Decider<LedgerExports, LedgerExportCommand, LedgerExportEvent> = {
  name: 'ledger-export',
  initial: { charts: [INITIAL_CHART], exports: [] },

  decide(command, state, at) {
    const { by } = command;
    switch (command.type) {
      case 'MapAccount':
        return mapAccount(command, chartInForce(state).chart, at);
      case 'ChangeSettings': {
        const { settings, reason } = command;
        assertSettings(settings);
        if (JSON.stringify(settings) === JSON.stringify(chartInForce(state).chart.settings)) return [];
        return [{ type: 'LedgerSettingsChanged', data: { ...settings, reason, changedBy: by, changedAt: at } }];
      }
      case 'RecordExport':
        return recordExport(command, state, at);
      case 'RecordReadBack': {
        const { type: _type, by: readBy, ...data } = command;
        exportWithId(state, data.exportId);
        return [{ type: 'LedgerReadBack', data: { ...data, readBy, readAt: at } }];
      }
    }
  },

  evolve(state, event) {
    const { chart } = chartInForce(state);
    const charts = (next: Chart): LedgerExports => ({ ...state, charts: [...state.charts, next] });
    switch (event.type) {
      case 'LedgerAccountMapped': {
        const { account, code, name } = event.data;
        return charts({ ...chart, accounts: { ...chart.accounts, [account]: { code, name } } });
      }
      case 'LedgerSettingsChanged': {
        const { xeroTaxRate, sageFirstMonth, sapCompanyCode, sapDocumentType } = event.data;
        return charts({ ...chart, settings: { xeroTaxRate, sageFirstMonth, sapCompanyCode, sapDocumentType } });
      }
      case 'LedgerExported':
        return { ...state, exports: [...state.exports, { ...event.data, readBacks: [] }] };
      case 'LedgerReadBack':
        return {
          ...state,
          exports: state.exports.map((each) =>
            each.exportId === event.data.exportId ? { ...each, readBacks: [...each.readBacks, event.data] } : each,
          ),
        };
    }
  },
};
