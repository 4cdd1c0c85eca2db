import { adminNames } from '@fynbos/application/audit/names.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import {
  changeLedgerSettings,
  exportLedger,
  fileOfExport,
  ledgerChart,
  loadLedgerExports,
  mapAccount,
  previewExport,
  repeatOf,
} from '@fynbos/application/ledger/ledger-export.ts';
import { readBack } from '@fynbos/application/ledger/ledger-read-back.ts';
import type { WithLog } from '@fynbos/application/services.ts';
import { LEDGER_ACCOUNTS, type LedgerAccount } from '@fynbos/domain/ledger/journal.ts';
import { LEDGER_ACCOUNT_NAMES, LEDGER_SYSTEMS, type LedgerSum } from '@fynbos/domain/ledger-export/events.ts';
import { exportWithId } from '@fynbos/domain/ledger-export/ledger-export.ts';
import { chartChanges, type SumDifference } from '@fynbos/domain/ledger-export/queries.ts';
import type { LedgerExport, LedgerExports } from '@fynbos/domain/ledger-export/state.ts';
import { journal } from '@fynbos/projections/journal/journal.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import {
  ledgerChartAnswer,
  ledgerExportAnswer,
  ledgerExportPreviewAnswer,
  ledgerExportsAnswer,
  readBackAnswer,
} from './answers.ts';
import { accountMapping, accountNamed, exportRequest, postedFileOf, settingsChange } from './ledger-export-input.ts';

const maySee = { admin: 'reports:see' } as const;
const mayChange = { admin: 'months:close' } as const;
const reads = [journal.name];

const accountOf = (account: LedgerAccount) => ({ account, ours: LEDGER_ACCOUNTS[account].code });
const differencesOf = (differences: readonly SumDifference[]) =>
  differences.map(({ account, ...difference }) => ({ ...accountOf(account), ...difference }));

const totalsOf = ({ exportId, system, from, to, files, debitCents, creditCents, repeats, ...rest }: LedgerExport) => ({
  id: exportId,
  system,
  systemName: LEDGER_SYSTEMS[system],
  from,
  to,
  files,
  debitCents,
  creditCents,
  repeats,
  exportedBy: rest.exportedBy,
  exportedAt: rest.exportedAt,
  position: rest.position,
  readBack: rest.readBacks.at(-1) ?? null,
});

const chart = route.get('/admin/ledger-chart', {
  who: maySee,
  summary: 'Get the company’s account for each account of the journal, its ledgers’ settings, and every change of them',
  answer: ledgerChartAnswer,
  handle: async (_call, { log }) => {
    const { accounts, settings, changes } = await ledgerChart(log);
    const nameOf = await adminNames(
      log,
      changes.map(({ by }) => by),
    );
    return {
      body: {
        accounts: LEDGER_ACCOUNT_NAMES.map((account) => {
          const { code: ours, name: oursName } = LEDGER_ACCOUNTS[account];
          const { code = null, name = null } = accounts[account] ?? {};
          return { account, ours, oursName, code, name };
        }),
        settings,
        changes: changes.map((each) => ({ ...each, byName: nameOf(each.by) })),
      },
    };
  },
});

const map = route.post('/admin/ledger-chart/{account}', {
  who: mayChange,
  summary: 'Map an account of the journal to an account of the company’s ledger, with a reason',
  body: accountMapping,
  message: 'The account was saved.',
  run: ({ params, body, caller, context }, services) => {
    const mapping = { account: accountNamed(params.account), ...body, by: adminOf(caller).adminId };
    return mapAccount(services, mapping, context);
  },
});

const settings = route.post('/admin/ledger-settings', {
  who: mayChange,
  summary: 'Change the settings of the company’s ledgers, with a reason',
  body: settingsChange,
  message: 'The settings were saved.',
  run: ({ body: { reason, ...newSettings }, caller, context }, services) =>
    changeLedgerSettings(services, { settings: newSettings, reason, by: adminOf(caller).adminId }, context),
});

const list = route.get('/admin/ledger-exports', {
  who: maySee,
  summary: 'List the exports to the company’s ledger, newest first',
  answer: ledgerExportsAnswer,
  handle: async (_call, { log }) => {
    const { state } = await loadLedgerExports(log);
    const nameOf = await adminNames(
      log,
      state.exports.map(({ exportedBy }) => exportedBy),
    );
    return {
      body: state.exports.toReversed().map((each) => ({ ...totalsOf(each), exportedByName: nameOf(each.exportedBy) })),
    };
  },
});

const preview = route.get('/admin/ledger-exports/preview', {
  who: maySee,
  summary: 'Get what an export would contain: totals, missing accounts, and earlier exports of the same days',
  reads,
  query: exportRequest,
  answer: ledgerExportPreviewAnswer,
  handle: async ({ query }, services) => {
    const { differences, ...found } = await previewExport(services, query, services.now());
    return { body: { ...found, differences: differencesOf(differences) } };
  },
});

const create = route.post('/admin/ledger-exports', {
  who: mayChange,
  summary: 'Export the journal of past days to the company’s ledger. The export is recorded with its checksums',
  status: 201,
  body: exportRequest,
  answer: z.object({ id: z.string(), message: z.string() }),
  handle: async ({ body, caller, context }, services) => {
    const { exportId, position } = await exportLedger(services, body, adminOf(caller).adminId, context);
    return { body: { id: exportId, message: 'The journal is exported.' }, position };
  },
});

const view = async ({ log }: WithLog, state: LedgerExports, found: LedgerExport) => {
  const repeated = repeatOf(state, found);
  const changed = chartChanges(state, repeated ? exportWithId(state, repeated.exportId) : found);
  const accounts = state.charts[found.chartVersion]?.accounts ?? {};
  const readers = found.readBacks.map(({ readBy }) => readBy);
  const nameOf = await adminNames(log, [found.exportedBy, ...readers, ...(repeated ? [repeated.exportedBy] : [])]);
  return {
    ...totalsOf(found),
    exportedByName: nameOf(found.exportedBy),
    sums: found.sums.map(({ account, ...sum }: LedgerSum) => ({
      ...accountOf(account),
      code: accounts[account]?.code ?? '',
      name: accounts[account]?.name ?? '',
      ...sum,
    })),
    repeated: repeated && {
      id: repeated.exportId,
      exportedAt: repeated.exportedAt,
      isSame: repeated.isSame,
      exportedByName: nameOf(repeated.exportedBy),
      differences: differencesOf(repeated.differences),
    },
    changedAccounts: changed.accounts.map((account) => LEDGER_ACCOUNTS[account].code),
    changedSettings: changed.settings,
    readBacks: found.readBacks.toReversed().map((each) => ({ ...each, readByName: nameOf(each.readBy) })),
  };
};

const show = route.get('/admin/ledger-exports/{id}', {
  who: maySee,
  summary: 'Get an export with its sums by day and account, the export that it repeats, and its read-backs',
  answer: ledgerExportAnswer,
  handle: async ({ params }, services) => {
    const { state } = await loadLedgerExports(services.log);
    return { body: await view(services, state, exportWithId(state, params.id)) };
  },
});

const file = route.get('/admin/ledger-exports/{id}/files/{part}', {
  who: maySee,
  summary: 'Download a file of an export, byte for byte as it was exported',
  reads,
  handle: async ({ params, response }, services) => {
    const { name, sha256, content } = await fileOfExport(services, params.id, Number(params.part));
    return sendFile(response.set('X-Content-SHA256', sha256), name, content);
  },
});

const compare = route.post('/admin/ledger-exports/{id}/read-back', {
  who: mayChange,
  summary: 'Compare a trial balance or a journal listing of the company’s ledger with an export, per account and day',
  raw: 'text/csv',
  answer: readBackAnswer,
  handle: async ({ params, request, caller, context }, services) => {
    const posted = await postedFileOf(request);
    const by = adminOf(caller).adminId;
    const { result, position } = await readBack(services, { exportId: params.id, by }, posted, context);
    return { body: { kind: posted.kind, lines: posted.lines.length, ...result }, position };
  },
});

/** The journal's export to the company's ledger: chart of accounts, files, and read-back of what was posted (L17). */
export const ledgerExportRoutes = tagged('Ledger export', [
  chart,
  map,
  settings,
  list,
  preview,
  create,
  show,
  file,
  compare,
]);
