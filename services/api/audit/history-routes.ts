import { recordNumbersViewed } from '@fynbos/application/agents/view-full-numbers.ts';
import { type Aggregate, aggregates } from '@fynbos/application/audit/aggregates.ts';
import { historyOf } from '@fynbos/application/audit/history.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { historyAnswer } from './answers.ts';

async function entriesOf(services: Services, aggregate: Aggregate, id: string, reveal: boolean) {
  const entries = await historyOf(services, aggregate, id, reveal);
  if (entries.length === 0) throw new DomainError('not-found', 'no-history', 'Record not found.');
  return entries;
}

const histories = aggregates.map((aggregate) =>
  route.get(`/admin/${aggregate.resource}/{id}/history`, {
    who: { admin: aggregate.permission },
    summary: 'List changes by field, with person, time, network and reason; personal data is masked',
    tag: 'Audit',
    answer: z.array(historyAnswer),
    handle: async ({ params }, services) => ({ body: await entriesOf(services, aggregate, params.id, false) }),
  }),
);
const agents = aggregates.find(({ resource }) => resource === 'travel-agents') as Aggregate;
const reveal = route.post('/admin/travel-agents/{id}/history/reveal', {
  who: { admin: 'full-numbers:see' },
  summary: 'Show the history of an agent with personal data in full. Viewing it is recorded',
  tag: 'Audit',
  answer: z.array(historyAnswer),
  handle: async ({ params: { id }, context }, services) => {
    const fields = ['idNumber', 'bankAccountNumber'] as const;
    const { position } = await recordNumbersViewed(services, id, fields, 'viewed', context);
    return { body: await entriesOf(services, agents, id, true), position };
  },
});
/**
 * `GET /admin/{resource}/{id}/history` for every kind of record. For agents there is a second call with unmasked
 * personal data, which records an event.
 */
export const historyRoutes: readonly Route[] = [...histories, reveal];
