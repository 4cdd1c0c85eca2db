import { controlFindings } from '@fynbos/application/ledger/controls.ts';
import { CONTROLS } from '@fynbos/domain/ledger/controls.ts';
import { admins } from '@fynbos/projections/admins/admins.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { approvals } from '@fynbos/projections/approvals/approvals.ts';
import { auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import { journal } from '@fynbos/projections/journal/journal.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { promotionChanges } from '@fynbos/projections/promotion-changes/promotion-changes.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import { type Route, route } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { controlsAnswer } from './answers.ts';
import { controlsCsv } from './csv.ts';
import { period } from './period.ts';

const READ_MODELS = [
  ...[auditLog, payouts, approvals, promotionChanges, promotions].map(({ name }) => name),
  ...[admins, agents, journal, payoutLines].map(({ name }) => name),
];

const common = {
  who: { admin: 'reports:see' },
  tag: 'Reports',
  query: period,
  reads: READ_MODELS,
} as const;
/** The controls report: exceptions to the rules on approvals, an administrator's own record, and dates. */
export const controlsRoutes: readonly Route[] = [
  route.get('/admin/controls', {
    ...common,
    summary: 'List exceptions to the control rules between two days, newest first',
    answer: controlsAnswer,
    handle: async ({ query: { from, to } }, services) => {
      const findings = await controlFindings(services, from, to);
      const controls = Object.entries(CONTROLS).map(([control, label]) => ({
        control,
        label,
        found: findings.filter((each) => each.control === control).length,
      }));
      return { body: { from, to, controls, findings } };
    },
  }),
  route.get('/admin/reports/controls.csv', {
    ...common,
    summary: 'Download the controls report as CSV',
    handle: async ({ query: { from, to }, response }, services) =>
      sendFile(response, `controls-${from}-${to}.csv`, controlsCsv(await controlFindings(services, from, to))),
  }),
];
