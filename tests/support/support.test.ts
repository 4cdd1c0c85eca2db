import { expect, test } from 'vitest';
import { freshDatabase } from './database.ts';
import { describeWithRedis } from './redis.ts';

test('creates an empty database and removes it when dropped', async () => {
  const one = await freshDatabase();
  const other = await freshDatabase();
  try {
    await one.pool().query('create table here (n int)');
    const tables = await other.pool().query("select to_regclass('here') as found");
    expect(tables.rows).toEqual([{ found: null }]);
    await one.drop();
    const left = await other
      .pool()
      .query('select from pg_database where datname = $1', [new URL(one.url).pathname.slice(1)]);
    expect(left.rowCount).toBe(0);
  } finally {
    await other.drop();
  }
});

describeWithRedis('a Redis for tests', (url) => {
  test('answers a ping', async () => {
    const { Redis } = await import('ioredis');
    const redis = new Redis(url);
    expect(await redis.ping()).toBe('PONG');
    redis.disconnect();
  });
});
