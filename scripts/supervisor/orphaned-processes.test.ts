import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { endOrphanedProcesses, keepProcessList } from './orphaned-processes.ts';

test('ends the processes of its list, but not those of another installation with the same id and script', async () => {
  const script = 'services/dist/api.mjs';
  const folder = await mkdtemp(path.join(os.tmpdir(), 'orphans-'));
  const file = path.join(folder, 'processes.json');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)', script], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  try {
    await once(child, 'spawn');
    keepProcessList(file).set('api', script, child.pid as number);
    const own = await readFile(file, 'utf8');
    const { api } = JSON.parse(own);
    await writeFile(file, JSON.stringify({ api: { ...api, began: 'another boot' } }));
    expect(await endOrphanedProcesses(file)).toBe(0);
    expect(child.exitCode ?? child.signalCode).toBeNull();
    await writeFile(file, own);
    expect(await endOrphanedProcesses(file)).toBe(1);
    await ended;
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  }
});
