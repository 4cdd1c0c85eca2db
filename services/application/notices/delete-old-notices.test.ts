import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { recordInInbox } from './deliver.ts';
import { migrateNotices } from './schema.ts';
import { deleteOldNotices } from './worker.ts';

const now = new Date('2026-11-22T01:00:00.000Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await migrateNotices(database.pool());
});
afterAll(() => database.drop());

async function ended(state: string, days: number, kind = 'welcome'): Promise<string> {
  const noticeId = randomUUID();
  await database.pool().query(
    `insert into notices.notices
       ("noticeId", kind, channel, audience, "streamId", state, "correlationId", "createdAt", "changedAt")
     values ($1, $2, 'email', 'current', 'agent-7', $3, 'c', $4, $4)`,
    [noticeId, kind, state, daysAgo(days)],
  );
  return noticeId;
}

test('sent and discarded notices and the development inbox are deleted after 90 days', async () => {
  await database.pool().query('delete from notices.notices');
  const stay = [
    await ended('sent', 89),
    await ended('dropped', 89),
    await ended('queued', 91),
    await ended('sending', 91),
    await ended('sent', 400, 'log-not-intact'),
    await ended('dead', 400),
  ];
  await ended('sent', 91);
  await ended('dropped', 91);
  await ended('dead', 91, 'code');
  const shown = { to: 'a@b.example', channel: 'email', subject: 's', text: 't', html: null } as const;
  for (const days of [89, 91]) await recordInInbox(database.pool(), { ...shown, sentAt: daysAgo(days) });
  expect(await deleteOldNotices(database.pool(), now)).toEqual({ notices: 3, inbox: 1 });
  const { rows } = await database.pool().query('select "noticeId" as id from notices.notices');
  expect(rows.map(({ id }) => id).sort()).toEqual(stay.sort());
});
