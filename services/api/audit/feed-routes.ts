import { changesBetween } from '@fynbos/application/audit/changes-between.ts';
import { cursorOf, feedPage } from '@fynbos/application/audit/feed.ts';
import { FEED_FILTER, feedFilterOf } from '@fynbos/application/audit/feed-filter.ts';
import { loadNames } from '@fynbos/application/audit/record-names.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import type { Actor } from '@fynbos/domain/decider.ts';
import { auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import { feedCounts } from '@fynbos/projections/audit-log/queries.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import { asOfMoment } from '../lists/as-of.ts';
import { changesBetweenAnswer, feedAnswer, feedCountsAnswer } from './answers.ts';

const who = { admin: 'audit-log:see' } as const;
const tag = 'Audit';
const PAGE = 30;
const text = z.string().max(200).optional();

const feed = route.get('/admin/audit-feed', {
  who,
  summary: 'List the audit log by action: person, record, values before and after, and the approval',
  tag,
  reads: [auditLog.name],
  query: FEED_FILTER.extend({ before: text.describe('The cursor `next` of the page before') }),
  answer: feedAnswer,
  handle: async ({ query: { before, ...filter }, caller }, services) => {
    const page = { before: cursorOf(before), limit: PAGE };
    return { body: await feedPage(services, await feedFilterOf(services.db, filter), page, adminOf(caller).roles) };
  },
});

const counts = route.get('/admin/audit-feed/counts', {
  who,
  summary: 'Count entries by kind of record, person, type and day, over the newest 20 000 that match',
  tag,
  reads: [auditLog.name],
  query: FEED_FILTER,
  answer: feedCountsAnswer,
  handle: async ({ query }, services) => {
    const rows = await feedCounts(services.db, await feedFilterOf(services.db, query));
    const actorOf = (value: string): Actor => {
      const [kind = '', id = ''] = value.split(' ');
      return { kind, id } as Actor;
    };
    const actors = rows.filter(({ facet }) => facet === 'actor').slice(0, 12);
    const names = await loadNames(services, { actors: actors.map(({ value }) => actorOf(value)), streamIds: [] });
    const of = (facet: string, most = 12) =>
      rows
        .filter((row) => row.facet === facet)
        .slice(0, most)
        .map(({ value, count }) => ({ value, count }));
    return {
      body: {
        total: rows.find(({ facet }) => facet === 'all')?.count ?? 0,
        aggregates: of('aggregate', 30),
        types: of('type', 200),
        actors: actors.map(({ value, count }) => ({ ...names.actor(actorOf(value)), count })),
        days: of('day', 1_000).sort((a, b) => (a.value < b.value ? -1 : 1)),
      },
    };
  },
});

const between = route.get('/admin/changes-between', {
  who,
  summary: 'List differences between two instants by record and field; personal data is masked',
  tag,
  reads: [auditLog.name],
  query: z.object({ from: asOfMoment.unwrap(), to: asOfMoment, record: text }),
  answer: changesBetweenAnswer,
  handle: async ({ query: { from, to, record }, caller }, services) => {
    const range = { from, to: to ?? services.now().toISOString() };
    return { body: await changesBetween(services, range, adminOf(caller).roles, record) };
  },
});

/** The audit log as acts in sentences, and the numbers of entries by facet. */
export const feedRoutes: readonly Route[] = [counts, feed, between];
