import { adminNames } from '@fynbos/application/audit/names.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import { requestComparison } from '@fynbos/application/comparison/compare.ts';
import {
  COMPARISON_GROUPINGS,
  type ComparisonProgress,
  comparisonById,
  comparisonPage,
  finishedComparison,
  latestComparisons,
} from '@fynbos/application/comparison/results.ts';
import type { WithLog } from '@fynbos/application/services.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { CAUSES } from '@fynbos/domain/comparison/causes.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { comparisons } from '@fynbos/projections/comparisons/comparisons.ts';
import { countComparisons } from '@fynbos/projections/comparisons/queries.ts';
import { z } from 'zod';
import { month, reasonField } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { asOfMoment, parseUnfilteredRequest } from '../lists/list-request.ts';
import { answerNewestList } from '../lists/newest-list.ts';
import { listAnswer } from '../lists/table-list.ts';
import { PAGE_QUERY } from '../lists/table-routes.ts';
import { renderPdf } from '../pdf/render-pdf.ts';
import { type ComparisonResults, comparisonAnswer, comparisonResultsAnswer } from './answers.ts';
import { comparisonCsv, comparisonPdf } from './comparison-pdf.ts';

const who = { admin: 'reports:see' } as const;
/** Rows of a page without `range`, and agents in the document. */
const ROWS_PER_PAGE = 50;

const by = z
  .enum(COMPARISON_GROUPINGS, 'Results are by cause, promotion, agent, reservation or entry.')
  .default('cause');
const moment = asOfMoment.unwrap();

const definition = z.object({
  basis: z.enum(['balances', 'rewards'], 'Compare balances or rewards.'),
  months: z
    .object({ from: month('Must be a month as YYYY-MM.'), to: month('Must be a month as YYYY-MM.') })
    .nullable()
    .default(null),
  from: moment,
  /** The present if it is left out. */
  to: moment.optional(),
  reason: reasonField('Say why you compare. The reason stays with the comparison.'),
});

/** Results by agent, reservation and entry name the agents. */
const reads = [comparisons.name, agents.name];
const withAdminNames = async ({ log }: WithLog, found: readonly ComparisonProgress[]) => {
  const nameOf = await adminNames(
    log,
    found.map(({ requestedBy }) => requestedBy),
  );
  return found.map((each) => ({
    ...each,
    bridge: each.bridge.map((step) => ({ ...step, label: CAUSES[step.cause] })),
    requestedByName: nameOf(each.requestedBy),
  }));
};

const request = route.post('/admin/comparisons', {
  who: { admin: 'reconciliation:run' },
  summary: 'Compare the accounts at two instants. Changes nothing; the comparison is stored with its reason',
  status: 202,
  body: definition,
  answer: z.object({ id: z.string(), message: z.string() }),
  handle: async ({ body, caller, context }, services) => {
    const { reason, from, to, ...chosen } = body;
    const definition = { ...chosen, from: new Date(from).toISOString(), to: new Date(to ?? context.now).toISOString() };
    const { adminId } = adminOf(caller);
    const { comparisonId: id, position } = await requestComparison(services, definition, adminId, {
      ...context,
      reason,
    });
    return { body: { id, message: 'The comparison has started.' }, position };
  },
});

const list = route.get('/admin/comparisons', {
  who,
  summary: 'List every comparison of two moments, newest first',
  reads,
  query: PAGE_QUERY,
  answer: z.array(comparisonAnswer),
  handle: ({ query }, services) =>
    answerNewestList(
      query,
      { name: 'comparisons', field: 'requestedAt', perPage: ROWS_PER_PAGE },
      async ({ offset, limit }) => ({
        rows: await withAdminNames(services, await latestComparisons(services.db, limit, offset)),
        total: await countComparisons(services.db),
      }),
    ),
});

const show = route.get('/admin/comparisons/{id}', {
  who,
  summary: 'Get a comparison with its progress, its figures and its bridge by cause',
  reads,
  answer: comparisonAnswer,
  handle: async ({ params }, services) => ({
    body: (await withAdminNames(services, [await comparisonById(services.db, params.id)]))[0],
  }),
});

const results = route.get('/admin/comparisons/{id}/results', {
  who,
  summary: 'List the changes between two moments by cause, promotion, agent, reservation or single entry',
  reads,
  query: PAGE_QUERY.extend({ by }),
  answer: comparisonResultsAnswer,
  handle: async ({ params, query }, { db }) => {
    const listRequest = parseUnfilteredRequest(query);
    const { id } = await finishedComparison(db, params.id);
    const { rows, total } = await comparisonPage(db, id, query.by, {
      offset: listRequest.offset,
      limit: listRequest.limit ?? ROWS_PER_PAGE,
    });
    return listAnswer('results', listRequest, { rows: rows as unknown as ComparisonResults, total });
  },
});

const csv = route.get('/admin/comparisons/{id}/result.csv', {
  who,
  summary: 'Download the changes between two moments as CSV, by cause, promotion, agent, reservation or single entry',
  reads,
  query: z.object({ by }),
  handle: async ({ params, query, caller, response }, { db, exports }) => {
    const { id } = await finishedComparison(db, params.id);
    return exports.stream(caller, (own) =>
      sendFile(response, `comparison-by-${query.by}.csv`, comparisonCsv(own, id, query.by)),
    );
  },
});

const pdf = route.get('/admin/comparisons/{id}/result.pdf', {
  who,
  summary: 'Download a comparison as a document: the bridge by cause, promotion and agent',
  reads,
  handle: async ({ params, response }, services) => {
    const found = await finishedComparison(services.db, params.id);
    const top = async (grouping: 'promotion' | 'agent') =>
      (await comparisonPage(services.db, found.id, grouping, { offset: 0, limit: ROWS_PER_PAGE })).rows;
    const [row] = await withAdminNames(services, [found]);
    const pdf = comparisonPdf(
      found,
      { promotions: await top('promotion'), agents: await top('agent') },
      {
        programme: services.config.programme.PROGRAMME_NAME,
        requestedBy: row?.requestedByName ?? '',
        madeOn: dayOf(services.now()),
      },
    );
    return sendFile(response, 'comparison.pdf', renderPdf(pdf));
  },
});

/** Comparisons of the books at two moments: requested by finance, kept with their reason, and to the cent. */
export const comparisonRoutes = tagged('Comparisons', [request, list, csv, pdf, results, show]);
