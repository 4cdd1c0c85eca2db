import { latestCalls, latestRefusedItems } from '@fynbos/application/integrators/call-log-queries.ts';
import { retryRefusedItem, tryItem, withoutName } from '@fynbos/application/integrators/send-for-integrator.ts';
import { rentalEventRecorder } from '@fynbos/application/rentals/record-rental-events.ts';
import { addDays, dayOf } from '@fynbos/domain/calendar.ts';
import { integratorTraffic } from '@fynbos/projections/integrator-traffic/integrator-traffic.ts';
import { trafficSince } from '@fynbos/projections/integrator-traffic/queries.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { rentalEventParser } from '../rentals/parse-rental-event.ts';
import { callAnswer, itemOutcome, refusedItemAnswer, trafficAnswer } from './answers.ts';

const who = { admin: 'integrators:change' } as const;
const TRAFFIC_DAYS = 30;

const itemServicesOf = (services: Services) => ({
  ...services,
  recorder: rentalEventRecorder(services),
  parse: (value: unknown, integratorId: string) =>
    rentalEventParser(services.log.keys, integratorId, services.now())(value),
});

const calls = route.get('/admin/integrators/{id}/calls', {
  who,
  summary: 'List the latest calls of an integrator with their results and duration',
  answer: z.array(callAnswer),
  handle: async ({ params }, services) => ({ body: await latestCalls(services, params.id) }),
});

const refused = route.get('/admin/integrators/{id}/refused', {
  who,
  summary: 'List the latest rejected and conflicting items of an integrator, with the reasons',
  answer: z.array(refusedItemAnswer),
  handle: async ({ params }, services) => {
    const rows = await latestRefusedItems(services, params.id);
    return { body: rows.map((row) => ({ ...row, item: withoutName(row.item) })) };
  },
});

const retry = route.post('/admin/integrators/{id}/refused/{itemId}/retry', {
  who,
  summary: 'Send a refused item again, unchanged or corrected; the recorded event names the administrator',
  body: z.object({ item: z.record(z.string(), z.unknown()).optional() }),
  answer: itemOutcome,
  handle: async ({ params, body, context }, services) => {
    const { id, itemId } = params as { id: string; itemId: string };
    const outcome = await retryRefusedItem(
      itemServicesOf(services),
      { integratorId: id, itemId, corrected: body.item },
      context,
    );
    return { body: outcome, position: outcome.position };
  },
});

const tryIt = route.post('/admin/integrators/{id}/try', {
  who,
  summary: 'Send an item as an integrator in a dry run: the real answer, and nothing is recorded',
  body: z.record(z.string(), z.unknown()),
  answer: itemOutcome,
  handle: async ({ params, body, context }, services) => ({
    body: await tryItem(itemServicesOf(services), params.id, body, context),
  }),
});

const traffic = route.get('/admin/integrators/{id}/traffic', {
  who,
  summary: 'Count the events that an integrator recorded on each of the last 30 days, and their delay',
  reads: [integratorTraffic.name],
  answer: z.array(trafficAnswer),
  handle: async ({ params, context }, { db }) => {
    const rows = await trafficSince(db, params.id, addDays(dayOf(context.now), -TRAFFIC_DAYS));
    return { body: rows.map(({ key: _key, integratorId: _id, ...row }) => row) };
  },
});

export const integratorCallRoutes = tagged('Integrators', [calls, refused, retry, tryIt, traffic]);
