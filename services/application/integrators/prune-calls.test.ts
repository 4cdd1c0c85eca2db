import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { migrateCalls, pruneAllCalls } from './calls-schema.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const item = (integratorId: string, days: number) =>
  database.pool().query(
    `insert into integrations."refusedItems" ("itemId", "callId", "integratorId", "at", line, result, errors, sealed)
     values ($1, $1, $2, now() - make_interval(days => $3), 0, 'rejected', '[]', 'sealed')`,
    [randomUUID(), integratorId, days],
  );

test('refused items are deleted after 30 days, also for an integrator that never calls again', async () => {
  await migrateCalls(database.pool());
  await item('silent', 31);
  await item('silent', 40);
  await item('other', 31);
  await item('other', 29);
  expect(await pruneAllCalls(database.pool())).toEqual({ integrators: 2 });
  const { rows } = await database.pool().query('select "integratorId" as id from integrations."refusedItems"');
  expect(rows).toEqual([{ id: 'other' }]);
});

test('deletes nothing before the first call of an integrator', async () => {
  const empty = await freshDatabase();
  try {
    await migrateCalls(empty.pool());
    expect(await pruneAllCalls(empty.pool())).toEqual({ integrators: 0 });
  } finally {
    await empty.drop();
  }
});
