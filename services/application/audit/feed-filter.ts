import { endOfDay, isDay, startOfDay } from '@fynbos/domain/calendar.ts';
import type { FeedFilter } from '@fynbos/projections/audit-log/queries.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { streamsAboutRecord } from './record-streams.ts';

const flag = z.stringbool().optional();
const text = z.string().max(200).optional();
const day = z.string().refine(isDay, 'Must be a date that exists, as YYYY-MM-DD.').optional();

/** Filters of the feed. `types` is a list with commas; `record` is a resource and id, such as `travel-agents/7`. */
export const FEED_FILTER = z.object({
  automatic: flag,
  from: day,
  to: day,
  until: z.iso.datetime().optional().describe('An instant: only entries up to it'),
  actorKind: text,
  actorId: text,
  aggregate: text,
  types: z.string().max(2_000).optional().describe('Types of events, separated by commas'),
  outcome: z.enum(['done', 'refused']).optional(),
  record: text.describe('A resource and id, such as travel-agents/7: the record and what is about it'),
  reason: text,
  unexplained: flag.describe('Only changes by administrators that need a reason and have none'),
});

/** The conditions of a query; days are those of Johannesburg. */
export async function feedFilterOf(db: Pool, query: z.output<typeof FEED_FILTER>): Promise<FeedFilter> {
  const { from, to, until, types, record, ...same } = query;
  const end = to ? endOfDay(to).toISOString() : undefined;
  return {
    ...same,
    from: from && startOfDay(from).toISOString(),
    to: end && until ? (end < until ? end : until) : (end ?? until),
    types: types ? types.split(',') : undefined,
    streamIds: record ? await streamsAboutRecord(db, record) : undefined,
  };
}

/** The conditions of the query string of a saved view; null for one that the feed does not accept. */
export async function feedFilterOfSearch(db: Pool, search: string): Promise<FeedFilter | null> {
  const { data } = FEED_FILTER.safeParse(Object.fromEntries(new URLSearchParams(search)));
  return data ? feedFilterOf(db, data) : null;
}
