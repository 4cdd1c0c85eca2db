import { adminNames } from '@fynbos/application/audit/names.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import type { WithLog } from '@fynbos/application/services.ts';
import {
  type ResultBy,
  type ResultQuery,
  resultFiltersOf,
  resultOf,
  resultPage,
  sortFieldsOf,
  wholeResult,
} from '@fynbos/application/simulation/results.ts';
import { AMOUNT_COLUMNS } from '@fynbos/application/simulation/scratch.ts';
import { type SimulationRun, simulationRuns } from '@fynbos/application/simulation/simulation-store.ts';
import { findSimulation, startSimulation, stopSimulation } from '@fynbos/application/simulation/start-simulation.ts';
import { termsAsOf } from '@fynbos/application/simulation/terms-as-of.ts';
import { recalculationDefinition } from '@fynbos/domain/recalculation/events.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import type pg from 'pg';
import { z } from 'zod';
import { day } from '../http/fields.ts';
import { messageAnswer, route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { amountColumns, csvOf, fieldColumns } from '../lists/export.ts';
import { badList, type ListRequest, parseListRequest } from '../lists/list-request.ts';
import { answerNewestList } from '../lists/newest-list.ts';
import { listAnswer } from '../lists/table-list.ts';
import { PAGE_QUERY } from '../lists/table-routes.ts';
import { resultsAnswer, type SimulationResults, simulationAnswer } from './answers.ts';

const TEXT_COLUMNS: Readonly<Record<ResultBy, readonly string[]>> = {
  agent: ['agentId', 'loyaltyTrackingNo'],
  promotion: ['promotionId', 'promoCode'],
  month: ['month'],
  reservation: ['reservationNo', 'loyaltyTrackingNo', 'promoCode', 'month', 'status', 'assumedStatus'],
};

/** A result as CSV in pieces, sorted by its first column. Amounts are rand with two decimals. */
const resultCsv = (db: pg.Pool, schema: string, by: ResultBy): AsyncGenerator<string> =>
  csvOf(db, { text: wholeResult(schema, by), values: [] }, [
    ...TEXT_COLUMNS[by].map((heading) => ({
      heading,
      cell: (row: pg.QueryResultRow) => (row[heading] === null ? null : String(row[heading])),
    })),
    ...(by === 'reservation' ? [] : fieldColumns('reservations', 'corrected')),
    ...amountColumns(...AMOUNT_COLUMNS.map((name) => name.replace(/Cents$/, ''))),
  ]);

/** Simulations of a list without `range`. */
const SIMULATIONS_PER_PAGE = 50;
const mayRun = { admin: 'what-if:run' } as const;
const maySee = { admin: 'what-if:see' } as const;
const by = z
  .enum(['agent', 'promotion', 'month', 'reservation'], 'Results are by agent, promotion, month or reservation.')
  .default('agent');

/** A definition. The assumptions are optional. */
const definitionInput = recalculationDefinition.extend({
  policy: recalculationDefinition.shape.policy.default(null),
  promotions: recalculationDefinition.shape.promotions.default([]),
  reassess: recalculationDefinition.shape.reassess.default(null),
  termsAsOf: day().optional().describe('A day: its terms are the assumptions, from that day on'),
});

/** Returns the result page that a list request selects. Throws 400 for an unknown filter or sort. */
function resultQuery(by: ResultBy, { filter, sort, offset, limit }: ListRequest): ResultQuery {
  if (sort && !sortFieldsOf(by).includes(sort.field)) throw badList('Results cannot be sorted by that.');
  if (Object.keys(filter).some((name) => !resultFiltersOf(by).includes(name)))
    throw badList('Results cannot be filtered by that.');
  const { changed, ...columns } = filter;
  const texts = Object.entries(columns).map(([name, value]) => [name, String(value)]);
  return { filter: { ...Object.fromEntries(texts), changed: changed === true }, sort, offset, limit: limit ?? 1000 };
}

const withAdminNames = async ({ log }: WithLog, runs: readonly SimulationRun[]) => {
  const nameOf = await adminNames(
    log,
    runs.map(({ askedBy }) => askedBy),
  );
  return runs.map(({ schema, ...run }) => ({
    ...run,
    hasResult: run.state === 'done' && schema !== null,
    askedByName: nameOf(run.askedBy),
  }));
};

const start = route.post('/admin/what-ifs', {
  who: mayRun,
  summary: 'Simulate part of the history under other terms, or under a promotion’s current terms. Changes nothing',
  status: 202,
  body: definitionInput,
  reads: [promotions.name],
  answer: messageAnswer.extend({ id: z.string() }),
  handle: async ({ body: { termsAsOf: on, ...requested }, caller, context }, services) => {
    const definition = on === undefined ? requested : { ...requested, ...(await termsAsOf(services, on, context.now)) };
    const id = await startSimulation(services, definition, { adminId: adminOf(caller).adminId, at: context.now });
    return { body: { id, message: 'The simulation has started.' } };
  },
});

const list = route.get('/admin/what-ifs', {
  who: maySee,
  summary: 'List the simulations, newest first',
  query: PAGE_QUERY,
  answer: z.array(simulationAnswer),
  handle: ({ query }, services) =>
    answerNewestList(query, { name: 'what-ifs', field: 'askedAt', perPage: SIMULATIONS_PER_PAGE }, async (page) => {
      const { rows, total } = await simulationRuns(services.db, page);
      return { rows: await withAdminNames(services, rows), total };
    }),
});

const show = route.get('/admin/what-ifs/{id}', {
  who: maySee,
  summary: 'Get a simulation with its progress and totals',
  answer: simulationAnswer,
  handle: async ({ params }, services) => {
    const [run] = await withAdminNames(services, [await findSimulation(services.db, params.id)]);
    return { body: run };
  },
});

const cancel = route.post('/admin/what-ifs/{id}/cancel', {
  who: mayRun,
  summary: 'Cancel a simulation and drop its result',
  message: 'The simulation is being cancelled.',
  run: async ({ params }, { db }) => {
    await stopSimulation(db, params.id);
  },
});

const csv = route.get('/admin/what-ifs/{id}/result.csv', {
  who: maySee,
  summary: 'Download the result of a simulation as CSV, by agent, promotion, month or reservation',
  query: z.object({ by }),
  handle: async ({ params, query, caller, response }, services) => {
    const { schema } = await resultOf(services.db, params.id);
    return services.exports.stream(caller, (own) =>
      sendFile(response, `what-if-by-${query.by}.csv`, resultCsv(own, schema, query.by)),
    );
  },
});

const results = route.get('/admin/what-ifs/{id}/results', {
  who: maySee,
  summary:
    'Get the result of a simulation by agent, promotion, month or reservation: recorded and simulated amounts, and the correction',
  query: PAGE_QUERY.extend({ by }),
  answer: resultsAnswer,
  handle: async ({ params, query }, { db }) => {
    const { schema } = await resultOf(db, params.id);
    const request = parseListRequest(query);
    const { rows, total } = await resultPage(db, schema, query.by, resultQuery(query.by, request));
    return listAnswer('results', request, { rows: rows as SimulationResults, total });
  },
});

/** Simulations: part of the history, decided under other terms. They book nothing. */
export const simulationRoutes = tagged('What if', [start, list, show, cancel, csv, results]);
