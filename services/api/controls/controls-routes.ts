import { adminOf } from '@fynbos/application/caller.ts';
import { CONTROL_MODELS, controlFindings } from '@fynbos/application/controls/controls.ts';
import { attestDuties, dutiesView } from '@fynbos/application/controls/duties.ts';
import { CONTROL_NAMES, CONTROLS, type ControlFinding } from '@fynbos/domain/controls/controls.ts';
import { admins } from '@fynbos/projections/admins/admins.ts';
import { z } from 'zod';
import { optionalText } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { period } from '../ledger/journal-routes.ts';
import { csvText, type ExportColumn, fieldColumns } from '../lists/export.ts';
import { controlsAnswer, dutiesAnswer } from './answers.ts';

const FINDING_COLUMNS: readonly ExportColumn<ControlFinding>[] = [
  ...fieldColumns('at', 'control', 'by'),
  { heading: 'record', cell: ({ subject }) => subject },
  ...fieldColumns('what', 'reason', 'requestedBy', 'requestReason', 'approvedBy', 'approvalReason'),
];

const show = route.get('/admin/duties', {
  who: { admin: 'reports:see' },
  summary: 'List pairs of duties that one person should not hold, who holds them, and the quarterly attestations',
  reads: [admins.name],
  answer: dutiesAnswer,
  handle: async (_call, services) => ({ body: await dutiesView(services) }),
});

const attest = route.post('/admin/duties/attestations', {
  who: { admin: 'duties:attest' },
  summary: 'Attest who holds conflicting duties in the current quarter, as shown',
  reads: [admins.name],
  body: z.object({ digest: z.string('The figures are missing.'), note: optionalText(1000) }),
  message: 'Attested.',
  run: ({ body, caller, context }, services) =>
    attestDuties(services, { ...body, by: adminOf(caller).adminId }, context),
});

const common = {
  who: { admin: 'reports:see' },
  query: period,
  reads: CONTROL_MODELS,
} as const;
/** Exceptions to the rules on approvals, own records and dates; conflicting duties and attestations (X9). */
export const controlsRoutes = tagged('Reports', [
  route.get('/admin/controls', {
    ...common,
    summary: 'List exceptions to the control rules between two days, newest first',
    answer: controlsAnswer,
    handle: async ({ query: { from, to } }, services) => {
      const findings = await controlFindings(services, from, to);
      const controls = CONTROL_NAMES.map((control) => ({
        control,
        label: CONTROLS[control],
        found: findings.filter((each) => each.control === control).length,
      }));
      return { body: { from, to, controls, findings } };
    },
  }),
  route.get('/admin/reports/controls.csv', {
    ...common,
    summary: 'Download the controls report as CSV',
    handle: async ({ query: { from, to }, response }, services) =>
      sendFile(
        response,
        `controls-${from}-${to}.csv`,
        csvText(FINDING_COLUMNS, await controlFindings(services, from, to)),
      ),
  }),
  show,
  attest,
]);
