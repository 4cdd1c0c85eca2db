import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { copyEvents } from '@fynbos/event-store/move-events.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp, backUpKeys } from '../scripts/backup/back-up.ts';
import { restore } from '../scripts/backup/restore.ts';
import { newAgent } from '../services/api/testing/people.ts';
import { type RunningApp, runApp } from '../services/api/testing/running-app.ts';
import { openProgramme } from '../services/application/reward-policy/current-policy.ts';
import { freshDatabase } from './support/database.ts';

const env = { RATE_LIMIT_SCALE: '100' };
let home: string;
let running: RunningApp;
/** How often each message was sent, by its id. */
const left = new Map<string, number>();
const mail = async ({ id }: { id: string }) => void left.set(id, (left.get(id) ?? 0) + 1);

beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'restore-notices-'));
  running = await runApp({ env, mail });
  await openProgramme(running.services);
});
afterAll(async () => {
  await running.close();
  await rm(home, { recursive: true });
});

const welcomes = async (pool: Pool) =>
  (await pool.query(`select state, "lastError" from notices.notices where kind = 'welcome'`)).rows;

test('does not send an e-mail again that was sent between the copies of the database and of EventStoreDB', async () => {
  const folders = { folder: path.join(home, 'data'), keysFolder: path.join(home, 'keys') };
  // The portal's log represents the one in EventStoreDB, which is copied after the database.
  const copied = { db: running.pool, eventStoreDb: running.store, ...folders };
  await backUp({ ...copied, now: new Date() });
  await newAgent(running);
  const sent = [{ state: 'sent', lastError: null }];
  await expect.poll(() => welcomes(running.pool)).toEqual(sent);
  await backUpKeys({ ...copied, now: new Date() });

  const database = await freshDatabase();
  await restore({
    db: database.pool(),
    now: running.clock.now,
    ...folders,
    store: { ...running.store, close: async () => undefined },
    config: { ...running.config, eventStoreUrl: 'esdb://events.example:2113' },
  });
  expect(await welcomes(database.pool())).toEqual([{ state: 'dead', lastError: 'Restored' }]);
  await copyEvents(running.store, postgresEventStore({ db: database.pool() }));
  const again = await runApp({ database, env, mail });
  try {
    again.clock.now = running.clock.now;
    const head = (await again.store.head()) as string;
    const at = `select "position" >= $1 as passed from engine.checkpoints where "projection" = 'notices'`;
    await expect.poll(async () => (await again.pool.query(at, [head])).rows).toEqual([{ passed: true }]);
    expect(await welcomes(again.pool)).toEqual([{ state: 'dead', lastError: 'Restored' }]);
    expect([...left.values()].filter((times) => times > 1)).toEqual([]);
  } finally {
    await again.close();
  }
});
