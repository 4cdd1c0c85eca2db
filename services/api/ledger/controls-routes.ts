import { isDay } from '@fynbos/domain/calendar.ts';
import { admins } from '@fynbos/projections/admins/admins.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { approvals } from '@fynbos/projections/approvals/approvals.ts';
import { auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import { journal } from '@fynbos/projections/journal/journal.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { promotionChanges } from '@fynbos/projections/promotion-changes/promotion-changes.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { sendFile } from '../reports/send.ts';
import { CONTROLS } from './control-finding.ts';
import { controlFindings, controlsCsv } from './controls.ts';

const day = (name: string) => z.string(`${name} is missing.`).refine(isDay, `${name} must be a day like 2026-03-31.`);

/** The controls report: runs without two people, own-record edits, promotion changes that reach back, broken glass. */
export function controlsRoutes({ pool, log }: Services): Route[] {
  const common = {
    method: 'get',
    who: { admin: 'reports:see' },
    tag: 'Reports',
    query: z
      .object({ from: day('from'), to: day('to') })
      .refine(({ from, to }) => from <= to, { error: 'from must not be after to.', path: ['from'] }),
    reads: [
      auditLog.name,
      payouts.name,
      approvals.name,
      promotionChanges.name,
      promotions.name,
      admins.name,
      agents.name,
      journal.name,
      payoutLines.name,
    ],
  } as const;
  return [
    route({
      ...common,
      paths: ['/admin/controls'],
      summary: 'What the controls found between two days, newest first',
      handle: async ({ query: { from, to } }) => {
        const findings = await controlFindings({ pool, log }, from, to);
        const controls = Object.entries(CONTROLS).map(([control, label]) => ({
          control,
          label,
          found: findings.filter((each) => each.control === control).length,
        }));
        return { body: { from, to, controls, findings } };
      },
    }),
    route({
      ...common,
      paths: ['/admin/reports/controls.csv'],
      summary: 'The controls report as CSV',
      handle: async ({ query: { from, to }, response }) =>
        sendFile(response, `controls-${from}-${to}.csv`, controlsCsv(await controlFindings({ pool, log }, from, to))),
    }),
  ];
}
