import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Child, type ChildOptions, startChild } from './child.ts';

let folder: string;
let root: string;
let options: ChildOptions;
let restarts: string[];
let pids: (number | null)[];
let child: Child | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'supervised-'));
  root = path.join(folder, 'root');
  restarts = [];
  pids = [];
  options = {
    root,
    env: process.env,
    log: { path: '', line: () => undefined },
    onProgress: () => undefined,
    onTrouble: () => undefined,
    onRestart: (how) => restarts.push(how),
    onPid: (pid) => pids.push(pid),
  };
  await mkdir(root);
  // Ready immediately; exits on SIGUSR2.
  const script = `process.on('SIGUSR2', () => process.exit(3)); process.send({ type: 'ready' }); setInterval(() => {}, 1000);`;
  await writeFile(path.join(root, 'service.mjs'), script);
});
afterEach(async () => {
  await child?.stop(1_000);
  await rm(folder, { recursive: true });
});

const begin = (over: Partial<ChildOptions> = {}) => {
  // Copies getters, so that a test can change an option between two starts.
  const given = Object.defineProperties({ ...options }, Object.getOwnPropertyDescriptors(over));
  child = startChild({ name: 'service', script: 'service.mjs', kind: 'service', stopOrder: 1 }, given);
  return child;
};
const running = () => pids.filter((pid) => pid !== null);
const end = () => process.kill(pids.at(-1) as number, 'SIGUSR2');

test('retries a restart that the machine refuses until it succeeds', async () => {
  await begin().ready();
  await rename(root, `${root}-away`);
  end();
  await expect.poll(() => restarts).toHaveLength(2);
  expect(restarts).toEqual(['ended with code 3', expect.stringMatching(/^could not be started: .*ENOENT/)]);
  await rename(`${root}-away`, root);
  await expect.poll(running).toHaveLength(2);
  expect(pids.at(-1)).not.toBeNull();
});

test('retries a restart that Node refuses until it succeeds', async () => {
  let starts = 0;
  await begin({
    get env() {
      return ++starts === 2 ? { BROKEN: 'a\0b' } : process.env;
    },
  }).ready();
  end();
  await expect.poll(running).toHaveLength(2);
  expect(restarts).toEqual(['ended with code 3', expect.stringMatching(/^could not be started: /)]);
});

test('rejects a first start that fails, with its reason', async () => {
  await rename(root, `${root}-away`);
  await expect(begin().ready()).rejects.toMatchObject({
    message: expect.stringMatching(/could not be started: .*ENOENT/),
  });
  await child?.stop(1_000);
  expect(restarts).toEqual([]);
});

test('restarts a service at once, without reporting that it ended', async () => {
  const service = begin();
  await service.ready();
  await service.restart(5_000);
  expect(running()).toHaveLength(2);
  expect(pids.at(-1)).not.toBeNull();
  expect(restarts).toEqual([]);
});

test('reports a restarted service that does not become ready, and starts it at the next restart', async () => {
  const service = begin();
  await service.ready();
  const file = path.join(root, 'service.mjs');
  const working = await readFile(file, 'utf8');
  await writeFile(file, `console.error('broken'); process.exit(1);`);
  await expect(service.restart(5_000)).rejects.toMatchObject({
    message: 'service ended with code 1',
    lines: ['broken'],
  });
  await writeFile(file, working);
  await service.restart(5_000);
  expect(pids.at(-1)).not.toBeNull();
  expect(restarts).toEqual([]);
});
