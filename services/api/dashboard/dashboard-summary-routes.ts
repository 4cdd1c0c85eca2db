import { adminOf } from '@fynbos/application/caller.ts';
import { dashboardSummary } from '@fynbos/application/dashboard/summary.ts';
import { permissionsOf } from '@fynbos/domain/admin/permissions.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { sharedFor } from '@fynbos/platform/shared-for.ts';
import { INBOX_READS, listWork } from '@fynbos/projections/dashboard/inbox.ts';
import { LIVE_SUMMARY, SUMMARY_MODELS } from '@fynbos/projections/dashboard/summary.ts';
import { rentalEvents } from '@fynbos/projections/rental-events/rental-events.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { listSources } from '../lists/past-list.ts';
import { dashboardSummaryAnswer, inboxAnswer } from './answers.ts';

const FRESH_MS = 3_000;

type Summary = Awaited<ReturnType<typeof dashboardSummary>>;

const summaries = new WeakMap<Services, () => Promise<Summary>>();

/** The summary of the present, at most `FRESH_MS` old. */
function present(services: Services): Promise<Summary> {
  const shared =
    summaries.get(services) ??
    sharedFor(FRESH_MS, () => dashboardSummary(services, LIVE_SUMMARY, services.now(), false));
  summaries.set(services, shared);
  return shared();
}

/**
 * `GET /admin/glance`: month and year, now or as of an instant (202 until its tables exist); the present is shared for
 * three seconds. `GET /admin/inbox`: the work that waits for the signed-in administrator, by kind.
 */
export const dashboardSummaryRoutes = tagged('Dashboard', [
  route.get('/admin/glance', {
    who: { admin: 'reports:see' },
    summary: 'Get a summary of the month and the year, now or as of an instant',
    reads: [...Object.values(SUMMARY_MODELS), rentalEvents].map(({ name }) => name),
    query: z.object({ asOf: z.string().optional() }),
    answer: dashboardSummaryAnswer,
    handle: async ({ query }, services) => {
      if (!query.asOf) return { body: await present(services) };
      const source = await listSources(services, SUMMARY_MODELS, query);
      if ('answer' in source) return source.answer;
      const { tables, at } = source;
      return { body: at === null ? await present(services) : await dashboardSummary(services, tables, at, true) };
    },
  }),
  route.get('/admin/inbox', {
    who: 'administrator',
    summary: 'List the open tasks of the signed-in administrator, most urgent first',
    reads: INBOX_READS,
    answer: inboxAnswer,
    handle: async ({ caller }, { now, db }) => {
      const { adminId, roles } = adminOf(caller);
      const at = now();
      return { body: { at: at.toISOString(), items: await listWork(db, adminId, permissionsOf(roles), dayOf(at)) } };
    },
  }),
]);
