import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { listen } from '@fynbos/api/testing/listening.ts';
import { adminToken } from '@fynbos/api/testing/people.ts';
import { ADMIN, runApp } from '@fynbos/api/testing/running-app.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { rebuild } from '@fynbos/projections/engine/rebuild/rebuild.ts';
import { projections } from '@fynbos/projections/registry.ts';
import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { openProgramme } from '../../services/application/reward-policy/current-policy.ts';
import { type Portal, withPortal } from '../environment/portal.ts';
import { MASTER_KEY } from '../support/core.ts';
import { freshDatabase } from '../support/database.ts';
import { describeWithRedis } from '../support/redis.ts';

const FOLDER = path.resolve(import.meta.dirname, '../fixtures/programme-60');
const file = (name: string): Promise<string> => readFile(path.join(FOLDER, name), 'utf8');
const SLICES = 6;

/** The same pseudo-random order in each run, so that failures are reproducible. */
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
];

/** The calls that a test needs, however the product runs. */
type Calls = Pick<Portal, 'url' | 'token' | 'apiKey'>;

/** Sends lines; returns how many were recorded. */
async function send({ url, apiKey }: Calls, lines: readonly string[]): Promise<number> {
  const response = await fetch(`${url}/api/integrations/rental-events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  const last = (await response.text()).trimEnd().split('\n').at(-1) ?? '{}';
  return JSON.parse(last).summary.recorded;
}

/** Sends the lines in slices; between them it kills processes and flushes Redis if there is one. */
async function sendThroughFaults(portal: Portal, lines: readonly string[], redisUrl: string | null): Promise<number> {
  const size = Math.ceil(lines.length / SLICES);
  let recorded = 0;
  for (let n = 0; n < SLICES; n++) {
    recorded += await send(portal, lines.slice(n * size, (n + 1) * size));
    if (n === 1) await Promise.all([portal.kill('workers'), portal.kill('reactors')]);
    if (n === 2 && redisUrl) await flush(redisUrl);
    if (n === 3) await Promise.all([portal.restart('reactors'), portal.restart('workers')]);
    if (n === 4 && redisUrl) await flush(redisUrl);
  }
  return recorded;
}

async function flush(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl);
  await redis.flushall();
  await redis.quit();
}

const report = async ({ url, token }: Calls, name: string): Promise<string> =>
  (await fetch(`${url}/api/admin/reports/${name}.csv`, { headers: { authorization: `Bearer ${token}` } })).text();

/** Both reports once they are as expected, or their state after the timeout. */
async function reports(portal: Calls, expected: readonly string[]): Promise<string[]> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const found = await Promise.all([report(portal, 'rewards'), report(portal, 'balances')]);
    if (found.every((text, index) => text === expected[index]) || Date.now() > deadline) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const differing = async (parts: Parameters<typeof rebuild>[0]): Promise<string[]> =>
  (await rebuild(parts, projections, { compare: true, swap: 'never' }))
    .filter(({ comparison }) => !comparison?.equal)
    .map(({ projection }) => projection);

async function differingReadModels(databaseUrl: string): Promise<string[]> {
  const pool = createPool(databaseUrl, { applicationName: 'test' });
  const { store, log } = await openEventLog({ eventStoreUrl: null, masterKey: MASTER_KEY }, pool);
  try {
    return await differing(foldPartsOf(log, pool));
  } finally {
    await store.close();
    await pool.end();
  }
}

const expectedReports = () => Promise.all([file('expected-rewards.csv'), file('expected-balances.csv')]);
const rentalEvents = async () => (await file('rental-events.ndjson')).trimEnd().split('\n');
/** Number of duplicate lines in the file. */
const REPEATED = 48;

describe('a programme of sixty agents', () => {
  test.each(ORDERS)('%s gives the expected reports, and a rebuild finds no difference', async (_, ordered) => {
    const running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
    const { url, close } = await listen(running.app);
    try {
      await openProgramme(running.services);
      const token = await adminToken(running, ADMIN);
      const post = (where: string, type: string, body: string): Promise<Response> =>
        fetch(`${url}/api/admin/${where}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': type },
          body,
        });
      await (await post('import', 'application/x-ndjson', await file('programme.ndjson'))).text();
      const integrator = { name: 'Reservations', scopes: ['rental-events:write'] };
      const added = await post('integrators', 'application/json', JSON.stringify(integrator));
      const { apiKey } = (await added.json()) as { apiKey: string };
      const [expected, lines] = await Promise.all([expectedReports(), rentalEvents()]);
      expect(await send({ url, token, apiKey }, ordered(lines))).toBe(lines.length - REPEATED);
      expect(await reports({ url, token, apiKey }, expected)).toEqual(expected);
      const { pool, services } = running;
      expect(await differing(foldPartsOf(services.log, pool))).toEqual([]);
    } finally {
      await close();
      await running.close();
    }
  });
});

async function survives(ordered: (lines: readonly string[]) => string[], redisUrl: string | null): Promise<void> {
  const database = await freshDatabase();
  const [expected, lines] = await Promise.all([expectedReports(), rentalEvents()]);
  const settings = { MASTER_KEY, ...(redisUrl ? { REDIS_URL: redisUrl } : {}) };
  await withPortal(
    database.url,
    ['api', 'reactors', 'workers'],
    async (portal) => {
      await portal.call('POST', 'admin/import', await file('programme.ndjson'));
      expect(await sendThroughFaults(portal, ordered(lines), redisUrl)).toBe(lines.length - REPEATED);
      expect(await reports(portal, expected)).toEqual(expected);
      expect(await differingReadModels(database.url)).toEqual([]);
    },
    settings,
  );
  await database.drop();
}

describe('a programme of sixty agents in separate processes', () => {
  test('survives three sendings in random order and killed processes, with queues in Postgres', () =>
    survives((lines) => shuffled([...lines, ...lines, ...lines]), null));
});
describeWithRedis('a programme of sixty agents in separate processes with queues in Redis', (redisUrl) => {
  test('survives a random order, killed processes and a flushed Redis', () => survives(shuffled, redisUrl));
});
