import { reconcileNow } from '@fynbos/application/reconciliation/reconcile.ts';
import { latestReconciliation } from '@fynbos/projections/reconciliations/queries.ts';
import { type ReconciliationRow, reconciliations } from '@fynbos/projections/reconciliations/reconciliations.ts';
import { route, tagged } from '../http/route.ts';
import { equalTo, onDay } from '../lists/filters.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { reconciliationAnswer, uploadedAnswer } from './answers.ts';

const ask = route.post('/admin/reconciliations', {
  who: { admin: 'reconciliation:run' },
  summary: 'Run a reconciliation now. Its result is kept',
  status: 202,
  answer: uploadedAnswer,
  handle: async ({ context }, services) => {
    const { reconciliationId: id, position } = await reconcileNow(services, context);
    return { body: { id, message: 'The reconciliation is running.' }, position };
  },
});

const latest = route.get('/admin/reconciliations/latest', {
  who: { admin: 'reports:see' },
  summary: 'Show the last finished reconciliation, for the alert of the dashboard',
  reads: [reconciliations.name],
  answer: reconciliationAnswer.nullable(),
  handle: async (_call, services) => ({ body: await latestReconciliation(services.db) }),
});

const list = tableRoutes<ReconciliationRow & Record<string, unknown>>({
  resource: 'reconciliations',
  permission: 'reports:see',
  summary: 'List reconciliations, newest first',
  projection: reconciliations,
  list: {
    key: 'id',
    filters: {
      ...equalTo('text', 'id', 'status', 'how'),
      q: { column: 'id', match: 'equals' },
      ...onDay('askedAt'),
    },
    sorts: { askedAt: 'askedAt' },
    defaultSort: { field: 'askedAt', descending: true },
  },
  answer: reconciliationAnswer,
});
/** Reconciliations of read models, accounts and events with each other. */
export const reconciliationRoutes = tagged('Reconciliation', [latest, ask, ...list]);
