import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** As a joining node sees them: each answers its gossip with the states of the members it knows. */
const SCRIPT = path.resolve(import.meta.dirname, 'join-event-store.sh');
let folder: string;
let servers: Server[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fynbos-join-'));
  servers = [];
});
afterEach(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

async function peer(states: readonly string[], isAlive = true): Promise<string> {
  const members = states.map((state) => ({ state, isAlive, httpEndPointIp: 'x' }));
  const server = createServer((_, response) => response.end(JSON.stringify({ members }, null, 2)));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Longer than two rounds of polling. */
const ROUNDS_MS = 4_500;

/** Whether node 3 starts its program within `ms`. */
async function starts(seeds: readonly string[], { size = '3', ms = 120_000 } = {}): Promise<boolean> {
  const started = path.join(folder, 'started');
  await writeFile(started, '#!/bin/sh\necho STARTED\n', { mode: 0o755 });
  const env = {
    PATH: process.env.PATH,
    EVENTSTORE_DB: folder,
    EVENTSTORE_CLUSTER_SIZE: size,
    EVENTSTORE_GOSSIP_SEED: seeds.join(','),
    EVENTSTORE_PROGRAM: started,
  };
  const process_ = spawn('sh', [SCRIPT, 'start', '3'], { env, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  let output = '';
  process_.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await Promise.race([
    new Promise((resolve) => process_.once('close', resolve)),
    new Promise((resolve) => setTimeout(resolve, ms)),
  ]);
  // Including the `sleep` that it may be waiting in.
  if (process_.exitCode === null && process_.pid) process.kill(-process_.pid, 'SIGKILL');
  return output.includes('STARTED');
}

test('an empty node waits while no leader answers', async () => {
  const peers = [await peer(['Unknown', 'Initializing']), await peer(['Leader'], false), '127.0.0.1:1'];
  const started = await Promise.all(peers.map((seed) => starts([seed], { ms: ROUNDS_MS })));
  expect(started).toEqual([false, false, false]);
});

test('an empty node starts when a leader answers', async () => {
  expect(await starts(['127.0.0.1:1', await peer(['Leader', 'Follower'])])).toBe(true);
});

test('a node with the complete log starts independent of the others', async () => {
  await writeFile(path.join(folder, 'joined'), '');
  expect(await starts(['127.0.0.1:1'])).toBe(true);
});

test('a node waits while the cluster size is not three', async () => {
  await writeFile(path.join(folder, 'joined'), '');
  expect(await starts([await peer(['Leader'])], { size: '1', ms: ROUNDS_MS })).toBe(false);
});
