import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/database.ts';
import { databaseOf } from './database.ts';
import { Tallies } from './tallies.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await database.pool().query(`create table public.listed as select n % 2 as part from generate_series(1, 10) n`);
});
afterAll(() => database.drop());

test('counts that take long are taken less often, so that a long list never has more than a twentieth of a processor', async () => {
  let now = 0;
  // Half a second passes between any two looks at the clock: as long as a count takes.
  const tallies = new Tallies(databaseOf(database.pool()), () => {
    now += 500;
    return now;
  });
  const total = () => tallies.total('public.listed', ['part'], {}, {});
  expect(await total()).toBe(10);
  await database.pool().query('insert into public.listed values (1)');
  const began = now;
  while (now < began + 9_000) expect(await total()).toBe(10);
  now = began + 10_000;
  await expect.poll(total).toBe(11);
});
