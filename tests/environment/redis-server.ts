import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/supervisor/ports.ts';
import { killOnParentExit } from '../../scripts/supervisor/running-process.ts';

export interface RedisServer {
  readonly url: string;
  /** FLUSHALL. */
  wipe(): Promise<void>;
  /** SIGKILL; nothing is saved. */
  kill(): Promise<void>;
  /** Starts it again, empty, on the same port. */
  restart(): Promise<void>;
  /** SIGKILL and a new start after these milliseconds; other requests wait for it. */
  crash(downMs: number): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/** Without persistence, on a free loopback port; resolves when it answers. Throws if the program is missing. */
export async function startRedisServer(program = 'redis-server'): Promise<RedisServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fynbos-redis-'));
  const port = await freePort();
  let child = await launch(program, folder, port);
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const startAgain = async (): Promise<void> => {
    await end();
    child = await launch(program, folder, port);
  };
  let turn: Promise<unknown> = Promise.resolve();
  // Serialised: a stopped server cannot be flushed, and two starts would use one port.
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    wipe: () => inTurn(async () => void (await say(port, 'FLUSHALL'))),
    kill: () => inTurn(end),
    restart: () => inTurn(startAgain),
    crash: (downMs) =>
      inTurn(async () => {
        await end();
        await sleep(downMs);
        await startAgain();
      }),
    async stop() {
      await turn;
      await end();
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
  killOnParentExit(child, { signal: 'KILL', afterSeconds: 0 });
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  for (const end = Date.now() + 60_000; !(await say(port, 'PING').catch(() => null)); await sleep(20)) {
    if (failure) throw failure;
    if (child.exitCode !== null || Date.now() > end) throw new Error('redis-server did not start');
  }
  return child;
}

/** Returns the server's answer to one command without arguments; rejects if it cannot be reached. */
function say(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('data', (answer) => {
      socket.destroy();
      resolve(answer.toString());
    });
    socket.once('error', reject);
    // A server that dies closes the connection without an error.
    socket.once('close', () => reject(new Error('redis-server closed the connection')));
  });
}
