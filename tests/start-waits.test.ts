import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { assertKeysFor, DatabaseWithoutKeys, storeWithStartupRetry } from '@fynbos/event-store/own-log/own-log.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { startRetrying, stopRetrying } from '@fynbos/platform/start-retries.ts';
import supertest from 'supertest';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../scripts/supervisor/ports.ts';
import { runApp } from '../services/api/testing/running-app.ts';
import { createFirstAdmins } from '../services/application/admins/first-admins.ts';
import { argumentsFor } from './environment/child.ts';
import { command } from './support/command.ts';
import { freshDatabase } from './support/database.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Longer than one attempt to connect. */
const SLOW_MS = 7_000;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Listens after some seconds, is silent for some more, then forwards to a server. */
async function slowServer(port: number, to: URL): Promise<Server> {
  const open = new Set<Socket>();
  let answers = false;
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined));
    if (!answers) return;
    const server = connect(Number(to.port), to.hostname);
    open.add(server.on('error', () => socket.destroy()));
    socket.pipe(server).pipe(socket);
  });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  server.listen(port, '127.0.0.1');
  setTimeout(() => {
    answers = true;
  }, SLOW_MS);
  ends.push(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return server;
}

async function start(main: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, await argumentsFor(main), {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'fatal',
      DEMO: '0',
      ...env,
      MASTER_KEY: 'a master key for tests that has no value at all',
      JWT_SECRET: 'a token secret for tests that has no value',
    },
  });
  ends.push(() => child.kill('SIGKILL'));
  return child;
}

/** Starts a process while its Postgres is slow; returns after how many milliseconds it was ready. */
async function readyAfter(main: string): Promise<number> {
  const database = await freshDatabase();
  ends.push(() => database.drop());
  const port = await freePort();
  const url = new URL(database.url);
  const slow = new URL(database.url);
  slow.hostname = '127.0.0.1';
  slow.port = String(port);
  const began = performance.now();
  const child = await start(main, { DATABASE_URL: slow.href, PORT: String(await freePort()) });
  void slowServer(port, url);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${main} ended with ${code}`)));
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ type: string }];
  ended.catch(() => undefined);
  expect(message.type).toBe('ready');
  return performance.now() - began;
}

test('each process waits for a Postgres that is slow to accept connections', async () => {
  // At once, because each waits longer than it works.
  const mains = ['services/workers/projections.ts', 'services/workers/reactors.ts', 'services/api/main.ts'];
  for (const ms of await Promise.all(mains.map(readyAfter))) expect(ms).toBeGreaterThan(SLOW_MS);
});

test('ends with exit code 78 and the name of the setting for another master key, account or database', async () => {
  const running = await runApp({ quiet: true, env: { RATE_LIMIT_SCALE: '100' } });
  ends.push(() => running.close());
  const changed = (change: { pathname?: string; username?: string }): string =>
    Object.assign(new URL(running.config.databaseUrl), change).href;
  const masterKey = 'another master key for tests of no value';
  const env = (databaseUrl: string) => ({
    DATABASE_URL: databaseUrl,
    MASTER_KEY: masterKey,
    JWT_SECRET: 'a token secret for tests that has no value',
    NODE_ENV: 'development',
  });
  const rejected = 'Postgres rejects the account or database of DATABASE_URL';
  for (const [databaseUrl, message] of [
    [running.config.databaseUrl, 'MASTER_KEY: the keys in this database are wrapped under the unknown master key'],
    [changed({ pathname: '/no_such_database' }), rejected],
    [changed({ username: 'no_such_role' }), rejected],
  ] as const) {
    const { code, output } = await command('services/workers/projections.ts', [], env(databaseUrl));
    expect([code, output]).toEqual([78, expect.stringContaining(message)]);
  }
});

test('refuses a database without the keys of existing events before it creates anything', async () => {
  const running = await runApp({ quiet: true, env: { RATE_LIMIT_SCALE: '100' } });
  ends.push(() => running.close());
  const database = await freshDatabase();
  ends.push(() => database.drop());
  await assertKeysFor(running.store, running.pool);
  const refused = await assertKeysFor(running.store, database.pool()).catch((error) => error);
  expect(refused).toBeInstanceOf(DatabaseWithoutKeys);
  expect(refused.message).toMatch(/^EVENTSTORE_URL .*database that DATABASE_URL names is new.*npm run restore/);
  const { rows } = await database.pool().query(`select from pg_namespace where nspname in ('keys', 'engine', 'auth')`);
  expect(rows).toEqual([]);
});

test('creates the first administrator although the event store becomes unavailable during the start', async () => {
  const none = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '', ADMIN2_EMAIL: '', ADMIN2_PASSWORD: '' };
  const running = await runApp({ quiet: true, separateStore: true, env: none });
  ends.push(() => running.close());
  const { config, log } = running.services;
  const late = { email: 'late@example.com', password: 'a password of the late administrator' };
  const patientLog = new EventLog({ store: storeWithStartupRetry(log.store), keys: log.keys });
  const services = { ...running.services, log: patientLog, config: { ...config, admins: [late] } };
  running.interruptStore('refused');
  await expect(createFirstAdmins(services)).rejects.toThrow(StoreUnavailable);
  startRetrying(() => setTimeout(() => running.interruptStore(false), 3_000));
  ends.push(stopRetrying);
  await createFirstAdmins(services);
  stopRetrying();
  const signIn = { emailAddress: late.email, password: late.password, communicationMethod: '' };
  await supertest(running.app).post('/api/auth/login').send(signIn).expect(200);
});
