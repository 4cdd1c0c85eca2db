import {
  allFindings,
  compareIntegratorList,
  firstFindings,
  integratorListById,
  integratorLists,
} from '@fynbos/application/reconciliation/integrator-lists.ts';
import { LIST_KINDS, type ListFinding } from '@fynbos/application/reconciliation/list-store.ts';
import { reconcileNow } from '@fynbos/application/reconciliation/reconcile.ts';
import { isDay } from '@fynbos/domain/calendar.ts';
import { integrators } from '@fynbos/projections/integrators/integrators.ts';
import { integratorNames } from '@fynbos/projections/integrators/queries.ts';
import { latestReconciliation } from '@fynbos/projections/reconciliations/queries.ts';
import { reconciliations } from '@fynbos/projections/reconciliations/reconciliations.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import { fieldColumns, sendCsv } from '../lists/export.ts';
import { equalTo, onDay } from '../lists/filters.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { integratorNamesAnswer, listAnswer, listsAnswer, reconciliationAnswer, uploadedAnswer } from './answers.ts';
import { readList } from './integrator-list-input.ts';

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
  summary: 'Get the last finished reconciliation, for the alert of the dashboard',
  reads: [reconciliations.name],
  answer: reconciliationAnswer.nullable(),
  handle: async (_call, services) => ({ body: await latestReconciliation(services.db) }),
});

const list = tableRoutes({
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

const maySee = { admin: 'reports:see' } as const;
const day = z.string().refine(isDay, 'Must be a date as YYYY-MM-DD.').optional();

const uploadQuery = z
  .object({
    integratorId: z.string('The integrator is missing.').min(1, 'The integrator is missing.'),
    from: day,
    to: day,
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    error: 'The first day must not be after the last.',
    path: ['from'],
  });

const names = route.get('/admin/integrator-names', {
  who: maySee,
  summary: 'List the ids and names of the integrators',
  reads: [integrators.name],
  answer: integratorNamesAnswer,
  handle: async (_call, { db }) => ({ body: await integratorNames(db) }),
});

const upload = route.post('/admin/integrator-lists', {
  who: { admin: 'reconciliation:run' },
  summary:
    'Compare an integrator’s list with the recorded rental events. CSV with the names of the event’s fields as columns, at least eventId',
  raw: 'text/csv',
  status: 202,
  query: uploadQuery,
  answer: uploadedAnswer,
  handle: async ({ request, query: { integratorId, from = null, to = null }, context }, services) => {
    const { id, position } = await compareIntegratorList(
      services,
      { integratorId, from, to },
      (begin, add) => readList(request, begin, add),
      context,
    );
    return { body: { id, message: 'The list is being compared.' }, position };
  },
});

const integratorListList = route.get('/admin/integrator-lists', {
  who: maySee,
  summary: 'List the newest lists with the progress and result of their comparison',
  answer: listsAnswer,
  handle: async (_call, { db }) => ({ body: { kinds: LIST_KINDS, lists: await integratorLists(db) } }),
});

const show = route.get('/admin/integrator-lists/{id}', {
  who: maySee,
  summary: 'Get a list with its first hundred differences',
  answer: listAnswer,
  handle: async ({ params }, { db }) => {
    const found = await integratorListById(db, params.id);
    return { body: { ...found, kinds: LIST_KINDS, findings: await firstFindings(db, found.id) } };
  },
});

const csv = route.get('/admin/integrator-lists/{id}/findings.csv', {
  who: maySee,
  summary: 'Download all differences of a list as CSV',
  handle: async (call, { db, exports }) => {
    const { id } = await integratorListById(db, call.params.id);
    return sendCsv<ListFinding>(call, exports, {
      name: `list-${id}`,
      query: allFindings(id),
      columns: [
        ...fieldColumns('line', 'eventId', 'reservationNo'),
        { heading: 'difference', cell: (row) => LIST_KINDS[row.kind] },
        ...fieldColumns('field', 'theirs', 'ours'),
      ],
    });
  },
});
export const integratorListRoutes = tagged('Reconciliation', [names, upload, csv, integratorListList, show]);
