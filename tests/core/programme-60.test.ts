import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openEventLog } from '@fynbos/event-store/open.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import { replay } from '@fynbos/projections/engine/replay.ts';
import { projections } from '@fynbos/projections/registry.ts';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Portal, withPortal } from '../../scripts/stand/portal.ts';
import { MASTER_KEY } from '../support/core.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { describeWithRedis } from '../support/redis.ts';

const FOLDER = path.resolve(import.meta.dirname, '../fixtures/programme-60');
const file = (name: string): Promise<string> => readFile(path.join(FOLDER, name), 'utf8');
const SLICES = 6;

/** Always the same "random" order, so that a failure can be looked at again. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  let seed = 60;
  const dice = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  return items
    .map((item) => ({ item, at: dice() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

const ORDERS: [string, (lines: readonly string[]) => string[]][] = [
  ['in its own order', (lines) => [...lines]],
  ['reversed', (lines) => [...lines].reverse()],
  ['shuffled', shuffled],
  ['sent three times', (lines) => [...lines, ...lines, ...lines]],
];

/** Sends the lines in slices; between two of them processes are killed, and Redis is flushed where there is one. */
async function send(portal: Portal, lines: readonly string[], redisUrl: string | null): Promise<{ recorded: number }> {
  const size = Math.ceil(lines.length / SLICES);
  let recorded = 0;
  for (let n = 0; n < SLICES; n++) {
    const response = await fetch(`${portal.url}/api/integrations/rental-events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${portal.apiKey}`, 'content-type': 'application/x-ndjson' },
      body: lines.slice(n * size, (n + 1) * size).join('\n'),
    });
    const last = (await response.text()).trimEnd().split('\n').at(-1) ?? '{}';
    recorded += JSON.parse(last).summary.recorded;
    if (n === 1) await Promise.all([portal.kill('workers'), portal.kill('reactors')]);
    if (n === 2 && redisUrl) await flush(redisUrl);
    if (n === 3) await Promise.all([portal.restart('reactors'), portal.restart('workers')]);
    if (n === 4 && redisUrl) await flush(redisUrl);
  }
  return { recorded };
}

async function flush(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl);
  await redis.flushall();
  await redis.quit();
}

const report = async ({ url, token }: Portal, name: string): Promise<string> =>
  (await fetch(`${url}/api/admin/reports/${name}.csv`, { headers: { authorization: `Bearer ${token}` } })).text();

/** The two reports once they are what they must be, or what they are after a while. */
async function reports(portal: Portal, expected: readonly string[]): Promise<string[]> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const found = await Promise.all([report(portal, 'rewards'), report(portal, 'balances')]);
    if (found.every((text, index) => text === expected[index]) || Date.now() > deadline) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function differingReadModels(databaseUrl: string): Promise<string[]> {
  const pool = createPool(databaseUrl, { applicationName: 'test' });
  const { store, log } = await openEventLog({ eventStoreUrl: null, masterKey: MASTER_KEY }, pool);
  const results = await replay({ db: pool, store, decoder: decoderOf(log) }, projections, {
    compare: true,
    swap: 'never',
  });
  await store.close();
  await pool.end();
  return results.filter(({ comparison }) => !comparison?.equal).map(({ projection }) => projection);
}

function suite(orders: typeof ORDERS, redisUrl: string | null): void {
  let database: FreshDatabase;
  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(() => database.drop());

  it.each(orders)(
    '%s gives the expected reports, and a replay finds no differing row',
    { timeout: 240_000 },
    async (_name, ordered) => {
      const expected = await Promise.all([file('expected-rewards.csv'), file('expected-balances.csv')]);
      const lines = (await file('rental-events.ndjson')).trimEnd().split('\n');
      const settings = { MASTER_KEY, ...(redisUrl ? { REDIS_URL: redisUrl } : {}) };
      await withPortal(
        database.url,
        ['api', 'reactors', 'workers'],
        async (portal) => {
          await portal.call('POST', 'admin/import', await file('programme.ndjson'));
          // 48 of the lines are there twice in the file itself.
          expect(await send(portal, ordered(lines), redisUrl)).toEqual({ recorded: lines.length - 48 });
          expect(await reports(portal, expected)).toEqual(expected);
          expect(await differingReadModels(database.url)).toEqual([]);
        },
        settings,
      );
    },
  );
}

describe('a programme of sixty agents, its workers and reactors killed in the middle, queues in Postgres', () => {
  suite(ORDERS, null);
});
describeWithRedis(
  'a programme of sixty agents, its workers and reactors killed and Redis flushed in the middle',
  (redisUrl) => {
    suite(ORDERS.slice(2, 3), redisUrl);
  },
);
