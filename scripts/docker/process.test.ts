import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** How process.sh handles exit code and signals of its process. */
const SCRIPT = path.resolve(import.meta.dirname, 'process.sh');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fynbos-process-'));
  await mkdir(path.join(folder, 'services/dist'), { recursive: true });
  const put = (name: string, text: string) => writeFile(path.join(folder, `services/dist/${name}.mjs`), text);
  await put('crash', 'process.exit(1)');
  await put('misconfigured', 'process.exit(78)');
  await put('killed', "process.kill(process.pid, 'SIGKILL')");
  // Exits some time after SIGTERM, like an api that drains its calls.
  await put(
    'service',
    "process.on('SIGTERM', () => setTimeout(() => process.exit(0), 300)); console.log('ready'); setInterval(() => {}, 1000);",
  );
});
afterAll(() => rm(folder, { recursive: true }));

const run = (name: string) => {
  const child = spawn('sh', [SCRIPT, name], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const says = async (text: string): Promise<void> => {
    while (!output.includes(text)) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { child, ended, says };
};

test('passes on the exit code of a crash, so that Docker restarts the container', async () => {
  expect(await run('crash').ended).toBe(1);
  expect(await run('killed').ended).toBe(137);
});

test('holds the container after a configuration error, until it is stopped', async () => {
  const { child, ended, says } = run('misconfigured');
  await says('configuration error (exit code 78');
  expect(child.exitCode).toBe(null);
  child.kill('SIGTERM');
  expect(await ended).toBe(78);
});

test('forwards SIGTERM and waits until the process has drained', async () => {
  const { child, ended, says } = run('service');
  await says('ready');
  const began = Date.now();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(Date.now() - began).toBeGreaterThanOrEqual(250);
});
