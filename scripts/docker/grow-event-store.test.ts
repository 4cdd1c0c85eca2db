import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const SCRIPT = path.resolve(import.meta.dirname, 'grow-event-store.sh');
/** Docker, as far as grow-event-store.sh uses it, with nodes that are healthy and hold 5 bytes. */
const DOCKER = `#!/usr/bin/env bash
case "$*" in
  info) ;;
  'compose version --short') echo 2.40.3 ;;
  'compose config --environment') echo "COMPOSE_PROFILES=$PROFILES"; echo PUBLIC_URL=https://rewards.example ;;
  'compose --profile cluster up '*) ;;
  'compose --profile cluster ps --quiet '*) echo "id-$6" ;;
  inspect\\ *) echo healthy ;;
  exec\\ *writer.chk*) echo 5 ;;
  exec\\ *gossip) printf '%s' '{"members":[';
    for node in eventstore eventstore-2 eventstore-3; do
      state=Follower; [ $node != eventstore ] || state=Leader
      printf '{"httpEndPointIp":"%s","state":"%s","writerCheckpoint":5},' $node $state; done; echo ']}' ;;
  *) echo "unknown: $*" >&2; exit 1 ;;
esac
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fynbos-grow-'));
  await writeFile(path.join(folder, 'docker'), DOCKER, { mode: 0o755 });
});
afterEach(() => rm(folder, { recursive: true }));

async function profilesOf(active: string): Promise<string | undefined> {
  const env = { PATH: `${folder}:${process.env.PATH}`, PROFILES: active };
  const child = spawn('bash', [SCRIPT], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  expect([code, output]).toEqual([0, expect.stringContaining('node 3: 5 bytes, Follower')]);
  return output.match(/^COMPOSE_PROFILES=(.*)$/m)?.[1];
}

test('prints the active profiles with that of the cluster', async () => {
  expect(await profilesOf('')).toBe('cluster');
  expect(await profilesOf('proxy,observe')).toBe('proxy,observe,cluster');
  expect(await profilesOf('cluster,proxy')).toBe('cluster,proxy');
});
