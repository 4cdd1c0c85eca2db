import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';

const IDLE = path.join(import.meta.dirname, 'testing/idle-service.ts');
const ROOT = path.resolve(import.meta.dirname, '../..');
/** As the supervisor does; prints the id and dies by SIGKILL, immediately or when the process reports ready. */
const starter = (dies: 'at once' | 'when ready') => `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['--import', 'tsx', ${JSON.stringify(IDLE)}], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      MASTER_KEY: 'a master key for tests, of no value at all', JWT_SECRET: 'a signing secret for tests, of no value at all' },
  });
  const die = () => process.kill(process.pid, 'SIGKILL');
  child.on('message', ({ type }) => { if (type === 'ready') die(); });
  process.stdout.write(String(child.pid), () => { if (${JSON.stringify(dies)} === 'at once') die(); });
`;

const lives = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.each(['at once', 'when ready'] as const)('a process ends when its supervisor dies %s', async (dies) => {
  const supervisor = spawn(process.execPath, ['-e', starter(dies)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  supervisor.stdout.on('data', (text) => {
    output += text;
  });
  const [, signal] = await once(supervisor, 'close');
  expect(signal).toBe('SIGKILL');
  const pid = Number(output);
  expect(pid).toBeGreaterThan(0);
  try {
    await expect.poll(() => lives(pid)).toBe(false);
  } finally {
    if (lives(pid)) process.kill(pid, 'SIGKILL');
  }
});
