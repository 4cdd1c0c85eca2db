import { recordNumbersViewed } from '@fynbos/application/agents/manage-agent.ts';
import { type Aggregate, aggregates } from '@fynbos/application/audit/aggregates.ts';
import { eventWithNeighbours, readEvents } from '@fynbos/application/audit/events.ts';
import { historyOf } from '@fynbos/application/audit/history.ts';
import { namesOf } from '@fynbos/application/audit/names.ts';
import { catalogue } from '@fynbos/domain/catalogue.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { RecordedEvent } from '@fynbos/event-store/port.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import { chainOf } from '@fynbos/projections/audit-log/causes.ts';
import { integrators } from '@fynbos/projections/integrators/integrators.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { eventAnswer, eventsAnswer, eventTypeAnswer, historyAnswer } from './answers.ts';

async function entriesOf(services: Services, aggregate: Aggregate, id: string, reveal: boolean) {
  const entries = await historyOf(services, aggregate, id, reveal);
  if (entries.length === 0) throw new DomainError('not-found', 'no-history', 'Record not found.');
  return entries;
}

/** For agents there is a second call with unmasked personal data, which records an event. */
const histories = aggregates.map((aggregate) =>
  route.get(`/admin/${aggregate.resource}/{id}/history`, {
    who: { admin: aggregate.permission },
    summary: 'List changes by field, with person, time, network and reason; personal data is masked',
    reads: [agents.name, integrators.name],
    answer: z.array(historyAnswer),
    handle: async ({ params }, services) => ({ body: await entriesOf(services, aggregate, params.id, false) }),
  }),
);
const agentAggregate = aggregates.find(({ resource }) => resource === 'travel-agents') as Aggregate;
const reveal = route.post('/admin/travel-agents/{id}/history/reveal', {
  who: { admin: 'full-numbers:see' },
  summary: 'Get the history of an agent with personal data in full. Viewing it is recorded',
  answer: z.array(historyAnswer),
  handle: async ({ params: { id }, context }, services) => {
    const fields = ['idNumber', 'bankAccountNumber'] as const;
    const { position } = await recordNumbersViewed(services, id, { fields, how: 'viewed' }, context);
    return { body: await entriesOf(services, agentAggregate, id, true), position };
  },
});
const who = { admin: 'events:see' } as const;
const EVENTS_PER_PAGE = 50;

const page = z.object({
  from: z.string().max(200).optional(),
  direction: z.enum(['forwards', 'backwards']).default('backwards'),
  type: z.string().max(64).optional(),
  stream: z.string().max(200).optional(),
});

const summaryOf = ({ id, type, streamId, revision, position, metadata }: RecordedEvent) => ({
  id,
  type,
  streamId,
  revision,
  position,
  recordedAt: metadata.recordedAt,
  actor: metadata.actor,
});

/** Returns the event as stored. Sealed values are removed; only their presence is shown. */
function rawOf({ data, ...event }: RecordedEvent) {
  const { sealed, ...open } = data as { sealed?: string };
  const { sealedFrom, ...metadata } = event.metadata;
  return {
    ...event,
    data: { ...open, ...(sealed === undefined ? {} : { personal: 'sealed' }) },
    metadata: { ...metadata, ...(sealedFrom === undefined ? {} : { from: 'sealed' as const }) },
  };
}

const browse = route.get('/admin/events', {
  who,
  summary: 'Get a page of the log, newest or oldest first, optionally of streams with names that start with a text',
  query: page,
  answer: eventsAnswer,
  handle: async ({ query }, { log }) => {
    const { from, direction, type, stream } = query;
    const filter = { ...(type ? { types: [type] } : {}), ...(stream ? { streamPrefixes: [stream] } : {}) };
    const options = { direction, limit: EVENTS_PER_PAGE, ...(from ? { from } : {}), filter };
    const { events, next, atEnd } = await readEvents({ log }, options);
    const nameOf = await namesOf(
      log,
      events.map(({ metadata }) => metadata.actor),
    );
    const summaries = events.map((event) => ({ ...summaryOf(event), actor: nameOf(event.metadata.actor) }));
    return { body: { events: summaries, next: next ?? null, atEnd } };
  },
});

const types = route.get('/admin/event-types', {
  who,
  summary: 'List every type of event with its kind of record',
  answer: z.array(eventTypeAnswer),
  handle: async () => ({
    body: [...catalogue.values()].map(({ type, aggregate, version }) => ({ type, aggregate, version })),
  }),
});

const show = route.get('/admin/events/{id}', {
  who,
  summary: 'Get an event as stored, with its cause, its effects, and the other events of the same request',
  reads: [auditLog.name],
  answer: eventAnswer,
  handle: async ({ params }, { db, log }) => {
    const { event, ...neighbours } = await eventWithNeighbours({ log, db }, params.id);
    const related = await chainOf(db, event.id, event.metadata.correlationId);
    const { actor } = event.metadata;
    const nameOf = await namesOf(log, [actor]);
    return { body: { event: rawOf(event), actor: nameOf(actor), ...neighbours, related } };
  },
});

/** The whole log or one stream by pages, and a raw event with its neighbours, causes and effects. */
export const eventRoutes = tagged('Audit', [browse, types, show, ...histories, reveal]);
