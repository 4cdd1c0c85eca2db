import { randomUUID } from 'node:crypto';
import { handle } from '@fynbos/application/handle.ts';
import { reconciliationDecider, reconciliationStreamOf } from '@fynbos/domain/reconciliation/reconciliation.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type ReconciliationRow, reconciliations } from '@fynbos/projections/reconciliations/reconciliations.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { onDay } from '../lists/filters.ts';
import { tableRoutes } from '../lists/table-routes.ts';

const tag = 'Reconciliation';
/** Comparisons of the books with themselves. */
export function reconciliationRoutes(services: Services): Route[] {
  const { log, pool } = services;
  const table = readModelTable(reconciliations).sql;

  const ask = route({
    method: 'post',
    paths: ['/admin/reconciliations'],
    who: { admin: 'reconciliation:run' },
    summary: 'Compare the books with themselves now; the result is kept',
    tag,
    status: 202,
    handle: async ({ context }) => {
      const reconciliationId = randomUUID();
      const command = {
        type: 'AskReconciliation',
        reconciliationId,
        how: 'asked',
        at: context.now.toISOString(),
      } as const;
      const { position } = await handle(
        log,
        reconciliationDecider,
        reconciliationStreamOf(reconciliationId),
        command,
        context,
      );
      return { body: { id: reconciliationId, message: 'The books are being compared.' }, position: position ?? null };
    },
  });

  const latest = route({
    method: 'get',
    paths: ['/admin/reconciliations/latest'],
    who: { admin: 'reports:see' },
    summary: 'The last finished comparison of the books: the alert of the dashboard',
    tag,
    reads: [reconciliations.name],
    handle: async () => {
      const { rows } = await pool.query(
        `select * from ${table} where status <> 'running' and how <> 'integrator-list' order by "askedAt" desc limit 1`,
      );
      return { body: rows[0] ?? null };
    },
  });

  return [
    latest,
    ask,
    ...tableRoutes<ReconciliationRow & Record<string, unknown>>(services, {
      resource: 'reconciliations',
      permission: 'reports:see',
      tag,
      summary: 'Comparisons of the books, newest first',
      reads: [reconciliations.name],
      list: {
        table: readModelTable(reconciliations).name,
        key: 'id',
        filters: {
          id: { column: 'id', match: 'equals' },
          status: { column: 'status', match: 'equals' },
          how: { column: 'how', match: 'equals' },
          ...onDay('askedAt'),
        },
        sorts: { askedAt: 'askedAt' },
        defaultSort: { field: 'askedAt', descending: true },
      },
      record: (row) => row,
    }),
  ];
}
