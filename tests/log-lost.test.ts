import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  type EventStoreNode,
  eventStoreServer,
  freePorts,
  startNode,
} from '@fynbos/event-store/testing/eventstoredb-server.ts';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../scripts/supervisor/ports.ts';
import { newAgent, registrationForm } from '../services/api/testing/people.ts';
import { type RunningApp, runApp } from '../services/api/testing/running-app.ts';
import { command } from './support/command.ts';
import { freshDatabase } from './support/database.ts';

describe.skipIf(eventStoreServer() === null)('a lost log (skipped unless EVENTSTORE_SERVER is set)', () => {
  let home: string;
  let port: number;
  let node: EventStoreNode | undefined;
  let running: RunningApp;
  const readyz = () => request(running.app).get('/readyz');
  const becomes = (status: number) =>
    expect.poll(async () => (await readyz()).status, { timeout: 90_000, interval: 250 }).toBe(status);
  const url = () => `esdb://127.0.0.1:${port}?tls=false`;

  async function begin(folder: string): Promise<void> {
    node = await startNode({ port, folder: path.join(home, folder) });
  }
  async function kill(): Promise<void> {
    await node?.stop('SIGKILL');
    node = undefined;
  }

  beforeAll(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'log-lost-'));
    [port] = (await freePorts(1)) as [number];
    await begin('data');
    const guard = { everyMs: 1_000, retryMs: 200, graceMs: 1_000 };
    running = await runApp({ guard, env: { RATE_LIMIT_SCALE: '100', EVENTSTORE_URL: url() } });
    await newAgent(running);
    await running.folded('agents', 'admins');
  });
  afterAll(async () => {
    await running?.close();
    if (node) await kill();
    await rm(home, { recursive: true, force: true });
  });

  test('stops all writes and resumes when its data is back', async () => {
    await kill();
    await begin('empty');
    await expect
      .poll(async () => (await readyz()).body.dependencies['event-log'], { interval: 250 })
      .toMatch(/has processed events up to \d{20}-\d{20}: events are missing/);
    expect((await readyz()).status).toBe(503);
    const refused = await request(running.app).post('/api/travel-agency/register').send(registrationForm());
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([503, 30]);
    await kill();
    await begin('data');
    await becomes(200);
    await newAgent(running);
    await running.folded('agents');
  });

  test('ends each process on a new database with the configuration exit code and instructions', async () => {
    const database = await freshDatabase();
    try {
      const { masterKey, jwtSecret } = running.config;
      const env = { DATABASE_URL: database.url, EVENTSTORE_URL: url(), MASTER_KEY: masterKey, JWT_SECRET: jwtSecret };
      for (const main of ['services/api/main.ts', 'services/workers/projections.ts', 'services/workers/reactors.ts']) {
        const { code, output } = await command(main, [], { ...env, PORT: String(await freePort()), DEMO: '0' });
        expect([main, code]).toEqual([main, 78]);
        expect(output).toContain('npm run restore');
      }
      const { rows } = await database
        .pool()
        .query(`select nspname from pg_namespace where nspname in ('keys', 'engine')`);
      expect(rows).toEqual([]);
    } finally {
      await database.drop();
    }
  });
});
