import { execFileSync } from 'node:child_process';
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { choosePort, freePort } from '../scripts/supervisor/ports.ts';
import { runningPostmaster } from '../scripts/supervisor/postgres/postmaster.ts';
import { isRoot } from '../scripts/supervisor/postgres/unprivileged.ts';
import { isAlive } from '../scripts/supervisor/running-process.ts';
import { bundle } from '../scripts/supervisor/service-build.ts';
import { postgresFolder } from './support/memory-folder.ts';
import { type Started, startScript } from './support/start-script.ts';

let template: string;
let base: string;
let dataDir: string;
let starts: Started[] = [];

const newFolder = (): Promise<string> => postgresFolder('fynbos-start-');

// The data of an earlier start: creating a cluster takes seconds, copying one takes moments.
beforeAll(async () => {
  await bundle(path.resolve(import.meta.dirname, '..'), {
    'supervised-service': 'tests/support/supervised/service.ts',
    'supervised-worker': 'tests/support/supervised/worker.ts',
  });
  template = await newFolder();
  const first = await running({ DATA_DIR: path.join(template, 'data') });
  first.started.process.kill('SIGTERM');
  await first.started.ended();
  await rm(path.join(template, 'data/logs'), { recursive: true });
});
afterAll(() => rm(template, { recursive: true, force: true }));

beforeEach(async () => {
  base = await newFolder();
  dataDir = path.join(base, 'data');
  execFileSync('cp', ['-a', path.join(template, 'data'), dataDir]);
  starts = [];
});

/** For a test of the first start. */
const withoutData = (): Promise<void> => rm(dataDir, { recursive: true });

afterEach(async () => {
  for (const started of starts) {
    started.process.kill('SIGTERM');
    await started.ended();
  }
  await rm(base, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<{ started: Started; url: string }> {
  const port = env.PORT ?? String(await freePort());
  const started = startScript('tests/support/supervised/start.ts', { DATA_DIR: dataDir, PORT: port, ...env });
  starts.push(started);
  return { started, url: `http://localhost:${port}/` };
}

async function running(env: Record<string, string> = {}): Promise<{ started: Started; url: string }> {
  const it = await start(env);
  await it.started.printed('is running.');
  return it;
}

interface Visit {
  pid: number;
  supervisor: number;
  visits: number;
  masterKey: string;
}
const visit = async (url: string): Promise<Visit> => (await fetch(url)).json() as Promise<Visit>;
const visitWhenBack = (url: string): Promise<Visit> => vi.waitFor(() => visit(url), 60_000);
const postmaster = (): Promise<number | null> => runningPostmaster(path.join(dataDir, 'postgres'));
const processesOf = (folder: string): string =>
  execFileSync('/bin/sh', ['-c', `ps -eo pid,args | grep -F "${folder}" | grep -v grep || true`], { encoding: 'utf8' });

describe('the start', () => {
  test('starts everything, shows how to sign in, and stops everything on Ctrl-C, which npm forwards twice', async () => {
    await withoutData();
    const { started, url } = await running();
    expect((await visit(url)).visits).toBe(1);
    expect(started.output()).toMatch(/Admin +admin@fynbosrewards\.example +\S{19}/);
    expect(started.output()).toMatch(/Agent +agent@example\.com +demo/);
    for (const signal of ['SIGINT', 'SIGINT'] as const) started.process.kill(signal);
    expect(await started.ended()).toBe(0);
    await expect(visit(url)).rejects.toThrow();
    expect(await postmaster()).toBeNull();
    expect(await readFile(path.join(dataDir, 'logs/api.log'), 'utf8')).toContain('stopped in order');
    expect(await readFile(path.join(dataDir, 'logs/workers.log'), 'utf8')).toContain('stopped in order');
  });

  test('finds the data and the generated sign-ins of the previous start', async () => {
    const first = await running();
    await visit(first.url);
    first.started.process.kill('SIGTERM');
    await first.started.ended();
    const second = await running();
    expect((await visit(second.url)).visits).toBe(2);
    const admin = /Admin +admin@\S+ +(\S+)/;
    expect(admin.exec(second.started.output())?.[1]).toBe(admin.exec(first.started.output())?.[1]);
  });

  test('protects its secrets, prints no configured sign-in, and stops in order when the terminal closes', async () => {
    const { started } = await running({ ADMIN_EMAIL: 'me@example.com', ADMIN_PASSWORD: 'my own password' });
    expect(started.output()).not.toMatch(/my own password|me@example\.com|admin@fynbos/);
    expect((await stat(path.join(dataDir, 'secrets.json'))).mode & 0o077).toBe(0);
    for (const signal of ['SIGHUP', 'SIGTERM', 'SIGHUP'] as const) started.process.kill(signal);
    expect(await started.ended()).toBe(0);
    const log = await readFile(path.join(dataDir, 'logs/api.log'), 'utf8');
    expect(log.trimEnd().split('\n').at(-1)).toContain('stopped in order');
  });

  test('refuses invalid settings and names them', async () => {
    const { started } = await start({ REDIS_URL: 'localhost:6379', DEMO_SCALE: 'much' });
    expect(await started.ended()).toBe(78);
    expect(started.output()).toContain('REDIS_URL must be an address that begins with redis:// or rediss://.');
    expect(started.output()).toContain('DEMO_SCALE must be a number.');
  });

  test('takes a secret from its file instead of generating it', async () => {
    const [key, address] = [path.join(base, 'key'), path.join(base, 'address')];
    await writeFile(key, 'a key that the operator made\n');
    const { url } = await running({ MASTER_KEY_FILE: key });
    expect((await visit(url)).masterKey).toBe('a key that the operator made');

    await writeFile(address, 'http://db/x');
    const { started } = await start({ DATABASE_URL_FILE: address, DATA_DIR: path.join(base, 'other') });
    expect(await started.ended()).toBe(78);
    expect(started.output()).toContain('DATABASE_URL must be an address that begins with postgres://');
    expect(started.output()).not.toContain('both set');
  });

  test('refuses generated secrets in production', async () => {
    const { masterKey } = JSON.parse(await readFile(path.join(dataDir, 'secrets.json'), 'utf8')) as {
      masterKey: string;
    };
    const { started } = await start({ NODE_ENV: 'production', MASTER_KEY: masterKey });
    expect(await started.ended()).toBe(78);
    expect(started.output()).toContain('MASTER_KEY is a made-up value of a start outside production.');
    expect(started.output()).toContain('JWT_SECRET is required when NODE_ENV=production.');
  });

  test('writes no secrets when production refuses the environment', async () => {
    await withoutData();
    const { started } = await start({ NODE_ENV: 'production' });
    expect(await started.ended()).toBe(78);
    expect(started.output()).toContain('TRUSTED_PROXIES is required when NODE_ENV=production');
    await expect(stat(path.join(dataDir, 'secrets.json'))).rejects.toThrow('ENOENT');
  });

  test('can be interrupted at any moment and starts the next time', async () => {
    await withoutData();
    const moments: [RegExp, NodeJS.Signals][] = [
      [/Fynbos Rewards/, 'SIGINT'],
      [/Postgres +starting/, 'SIGKILL'],
      [/Postgres +starting/, 'SIGINT'],
      [/Postgres +127/, 'SIGKILL'],
      [/api +starting/, 'SIGINT'],
    ];
    for (const [moment, signal] of moments) {
      const { started } = await start();
      await started.printed(moment);
      started.process.kill(signal);
      await started.ended();
    }
    const { url } = await running();
    expect((await visit(url)).visits).toBe(1);
  });
});

describe.runIf(isRoot())('a start as root, in a folder that no other user can enter', () => {
  test('stores the database in another folder, reports it, and keeps its data', async () => {
    await withoutData();
    await chmod(base, 0o700);
    const first = await running();
    expect(first.started.output()).toContain('Postgres’s user has no access to');
    await visit(first.url);
    first.started.process.kill('SIGTERM');
    await first.started.ended();
    const cluster = await readFile(path.join(dataDir, 'cluster-folder'), 'utf8');
    try {
      const second = await running();
      expect((await visit(second.url)).visits).toBe(2);
      second.started.process.kill('SIGTERM');
      await second.started.ended();
    } finally {
      await rm(path.dirname(cluster), { recursive: true });
    }
  });
});

describe('a SIGKILL of the parent', () => {
  test('leaves no process behind after some seconds', async () => {
    const { started, url } = await running();
    const { pid } = await visit(url);
    started.process.kill('SIGKILL');
    await started.ended();
    await expect.poll(() => isAlive(pid)).toBe(false);
    await expect.poll(() => processesOf(dataDir), { interval: 200 }).toBe('');
  });

  test('lets an immediate next start use the data', async () => {
    const { started, url } = await running();
    await visit(url);
    const left = await postmaster();
    started.process.kill('SIGKILL');
    await started.ended();
    const next = await running({ PORT: new URL(url).port });
    expect((await visit(next.url)).visits).toBe(2);
    expect(await postmaster()).not.toBe(left);
  });
});

describe('a running installation', () => {
  test('restarts a process that dies', async () => {
    const { started, url } = await running();
    const { pid } = await visit(url);
    process.kill(pid, 'SIGKILL');
    expect((await visitWhenBack(url)).pid).not.toBe(pid);
    await started.printed('api was ended by SIGKILL; restarting');
    await fetch(`${url}crash`).catch(() => undefined);
    expect((await visitWhenBack(url)).visits).toBeGreaterThan(1);
    await started.printed('api: ended by an error: crashed on demand');
  });

  test('restarts a Postgres that dies, and the processes reconnect', async () => {
    const { url } = await running();
    const before = await visit(url);
    const killed = (await postmaster()) as number;
    process.kill(killed, 'SIGKILL');
    // Until the new server runs, sessions of the killed one can still answer.
    await expect.poll(async () => [null, killed].includes(await postmaster())).toBe(false);
    await expect.poll(async () => (await visit(url)).visits).toBeGreaterThan(before.visits);
    expect((await visitWhenBack(url)).pid).toBe(before.pid);
  });
});

describe('a start next to other copies', () => {
  test('runs two copies with folders and ports of their own independently', async () => {
    const folder = path.join(base, 'other');
    execFileSync('cp', ['-a', dataDir, folder]);
    const [one, other] = await Promise.all([running(), running({ DATA_DIR: folder })]);
    await visit(one.url);
    await visit(one.url);
    expect((await visit(other.url)).visits).toBe(1);
    one.started.process.kill('SIGINT');
    await one.started.ended();
    expect((await visit(other.url)).visits).toBe(2);
  });

  test('refuses a folder that is in use', async () => {
    const { started, url } = await running();
    const second = await start();
    expect(await second.started.ended()).toBe(1);
    expect(second.started.output()).toContain(
      `${dataDir} is in use by another start (process ${started.process.pid}).`,
    );
    expect((await visit(url)).visits).toBe(1);
  });

  test('refuses a configured port that is in use, and otherwise moves to the next free one', async () => {
    const taken = createServer();
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, () => resolve((taken.address() as { port: number }).port));
    });
    try {
      const { started } = await start({ PORT: String(port) });
      expect(await started.ended()).toBe(1);
      expect(started.output()).toContain(`PORT ${port} is in use.`);
    } finally {
      taken.close();
    }
    const others = createServer();
    const mine = await new Promise<boolean>((resolve) => {
      others.once('error', () => resolve(false)).listen(8080, () => resolve(true));
    });
    try {
      const unnamed = startScript('tests/support/supervised/start.ts', { DATA_DIR: dataDir });
      starts.push(unnamed);
      await unnamed.printed('is running.');
      expect(unnamed.output()).toMatch(/http:\/\/localhost:80(8[1-9]|9\d)\//);
    } finally {
      if (mine) others.close();
    }
  });

  test('gives each process its own metrics port, and refuses one that is in use', async () => {
    let first = await freePort();
    while ((await choosePort(first + 1, { mayMove: false })) === null) first = await freePort();
    const { started } = await running({ METRICS_PORT: String(first) });
    for (const [name, port] of [
      ['workers', first],
      ['reactors', first + 1],
    ]) {
      expect(await (await fetch(`http://localhost:${port}/metrics`)).text()).toContain('process_resident_memory_bytes');
      expect(started.output()).toMatch(new RegExp(`http://localhost:${port}/metrics +${name}`));
    }
    expect(started.output()).toContain('demo');
    started.process.kill('SIGTERM');
    await started.ended();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(first + 1, resolve));
    try {
      const refused = (await start({ METRICS_PORT: String(first) })).started;
      expect(await refused.ended()).toBe(1);
      expect(refused.output()).toContain(
        `With METRICS_PORT ${first}, reactors would serve metrics on ${first + 1}, which is in use.`,
      );
    } finally {
      taken.close();
    }
  });
});
