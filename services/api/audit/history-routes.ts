import { handle } from '@fynbos/application/handle.ts';
import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { type Aggregate, aggregates } from './aggregates.ts';
import { historyOf } from './history.ts';

const entry = z.object({
  eventId: z.string(),
  revision: z.int(),
  type: z.string(),
  recordedAt: z.string(),
  actor: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  from: z.string().nullable(),
  reason: z.string().nullable(),
  correlationId: z.string(),
  demo: z.boolean(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown(), masked: z.boolean() })),
});

async function entriesOf(services: Services, aggregate: Aggregate, id: string, reveal: boolean) {
  const entries = await historyOf(services.log, aggregate, id, reveal);
  if (entries.length === 0) throw new DomainError('not-found', 'no-history', 'There is no such record.');
  return entries;
}

/**
 * `GET /admin/{resource}/{id}/history` for every kind of record. For agents there is a second call with unmasked
 * personal data, which records an event.
 */
export function historyRoutes(services: Services): Route[] {
  const histories = aggregates.map((aggregate) =>
    route({
      method: 'get',
      paths: [`/admin/${aggregate.resource}/{id}/history`],
      who: { admin: aggregate.permission },
      summary: 'What changed, field by field: who, when, from where and why; personal data masked',
      tag: 'Audit',
      answer: z.array(entry),
      handle: async ({ params }) => ({ body: await entriesOf(services, aggregate, params.id as string, false) }),
    }),
  );
  const agents = aggregates.find(({ resource }) => resource === 'travel-agents') as Aggregate;
  const reveal = route({
    method: 'post',
    paths: ['/admin/travel-agents/{id}/history/reveal'],
    who: { admin: 'full-numbers:see' },
    summary: 'The history of an agent with personal data open; that it was seen is recorded',
    tag: 'Audit',
    answer: z.array(entry),
    handle: async ({ params, context }) => {
      const id = params.id as string;
      const seen = {
        type: 'RecordNumbersViewed',
        at: context.now.toISOString(),
        fields: ['idNumber', 'bankAccountNumber'],
        how: 'viewed',
      } as const;
      const { position } = await handle(services.log, agentDecider, agentStream(id), seen, context);
      return { body: await entriesOf(services, agents, id, true), position: position ?? null };
    },
  });
  return [...histories, reveal];
}
