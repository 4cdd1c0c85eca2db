import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { ApproximateCounts } from './approximate-counts.ts';
import { databaseOf } from './database.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  // Six rows per block: five hundred blocks, two batches.
  await database
    .pool()
    .query(
      `create table public.listed as select n % 2 as part, repeat('x', 1200) as rest from generate_series(1, 3000) n`,
    );
});
afterAll(() => database.drop());

test('a long list is counted in steps with pauses, so that it uses at most a twentieth of a processor', async () => {
  let now = 0;
  const rests: number[] = [];
  // The clock advances ten milliseconds per reading, so each batch lasts that long.
  const counts = new ApproximateCounts(
    databaseOf(database.pool()),
    () => {
      now += 10;
      return now;
    },
    async (ms) => rests.push(ms),
  );
  const total = (part?: number) =>
    counts.total(
      'public.listed',
      ['part'],
      { part: { column: 'part', match: 'equals' } },
      part === undefined ? {} : { part },
    );
  expect(await total()).toBe(3_000);
  expect(await total(1)).toBe(1_500);
  // The first caller waits, without pauses between batches.
  expect(rests).toEqual([]);
  await database.pool().query(`insert into public.listed values (1, '')`);
  expect(await total()).toBe(3_000);
  now += 2_000;
  expect(await total()).toBe(3_000);
  // Waits without `total`, because each of its readings advances the clock.
  await expect.poll(() => rests).toEqual([190, 190]);
  await expect.poll(() => total()).toBe(3_001);
});
