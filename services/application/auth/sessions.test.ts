import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { migrateAuth } from './schema.ts';
import { Sessions } from './sessions.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await migrateAuth(database.pool());
});
afterAll(() => database.drop());

test('one of many concurrent calls extends the session, and all are accepted', async () => {
  let now = new Date('2026-05-04T08:00:00Z');
  const pool = database.pool();
  const sessions = new Sessions(pool, () => now);
  const sessionId = await sessions.open('agent-1', { device: 'Chrome', network: '41.13.7.*' });
  now = new Date(now.getTime() + 31_000);
  const query = vi.spyOn(pool, 'query');
  expect(await Promise.all(Array.from({ length: 20 }, () => sessions.touch(sessionId)))).toEqual(
    Array(20).fill('agent-1'),
  );
  expect(query.mock.calls.filter(([statement]) => String(statement).startsWith('update auth.sessions'))).toHaveLength(
    1,
  );
  expect(await sessions.list('agent-1')).toMatchObject([{ lastSeenAt: now }]);
  const seen = now;
  now = new Date(now.getTime() + 31_000);
  expect(await sessions.touch(sessionId, false), 'an automatic call').toBe('agent-1');
  expect(await sessions.list('agent-1')).toMatchObject([{ lastSeenAt: seen }]);
  await sessions.touch(sessionId);
  expect(await sessions.list('agent-1')).toMatchObject([{ lastSeenAt: now }]);
});
