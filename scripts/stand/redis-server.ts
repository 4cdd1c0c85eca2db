import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithUs } from '../supervisor/end-with-us.ts';
import { freePort } from '../supervisor/ports.ts';

export interface RedisServer {
  readonly url: string;
  /** FLUSHALL. */
  wipe(): Promise<void>;
  /** SIGKILL: nothing of it is saved. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  restart(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/** Starts a Redis without persistence on a free loopback port; resolves when it answers. Throws where the program is missing. */
export async function startRedisServer(program = 'redis-server'): Promise<RedisServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fynbos-redis-'));
  const port = await freePort();
  let child = await launch(program, folder, port);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    async wipe() {
      await say(port, 'FLUSHALL');
    },
    kill,
    async restart() {
      await kill();
      child = await launch(program, folder, port);
    },
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function launch(program: string, folder: string, port: number): Promise<ChildProcess> {
  const args = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--dir',
    folder,
    '--maxmemory-policy',
    'noeviction',
  ];
  const child = spawn(program, args, { stdio: 'ignore' });
  endWithUs(child, { signal: 'KILL', afterSeconds: 0 });
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  for (const end = Date.now() + 10_000; !(await say(port, 'PING').catch(() => null)); await sleep(20)) {
    if (failure) throw failure;
    if (child.exitCode !== null || Date.now() > end) throw new Error('redis-server did not start');
  }
  return child;
}

/** The server's answer to one command without arguments; rejects when it cannot be reached. */
function say(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(answer.toString());
    });
    socket.once('error', reject);
  });
}
