import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { HOUR_MS } from '@fynbos/domain/calendar.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { readJsonFiles, removeTemporaryFiles, writeJsonFile } from './atomic-json-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'atomic-json-file-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const readFiles = () =>
  readJsonFiles(folder, { form: /^n-\d+\.json$/, schema: z.object({ n: z.int() }), otherwise: 'holds no number' });

test('keeps one complete value of several that are written at once, and no temporary file', async () => {
  const file = path.join(folder, 'n-1.json');
  for (let round = 0; round < 20; round++) {
    await Promise.all([1, 2, 3].map((n) => writeJsonFile(file, { n, much: 'x'.repeat(10_000) })));
    expect([1, 2, 3]).toContain(JSON.parse(await readFile(file, 'utf8')).n);
  }
  expect(await readdir(folder)).toEqual(['n-1.json']);
});

test('syncs the content before it renames the file, and the folder after', async () => {
  const file = path.join(folder, 'n-1.json');
  const handle = await open(folder, 'r');
  const sync = Object.getPrototypeOf(handle).sync as () => Promise<void>;
  await handle.close();
  const wasThere: boolean[] = [];
  vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockImplementation(function (this: unknown) {
    wasThere.push(existsSync(file));
    return sync.call(this);
  });
  await writeJsonFile(file, { n: 1 });
  expect(wasThere).toEqual([false, true]);
});

test('removes the temporary file when the rename fails', async () => {
  await expect(writeJsonFile(path.join(folder, 'n-1.json', 'below'), { n: 1 })).rejects.toThrow('ENOENT');
  await writeJsonFile(path.join(folder, 'n-1.json'), { n: 1 });
  await expect(writeJsonFile(folder, { n: 1 })).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['n-1.json']);
  expect((await readdir(path.dirname(folder))).filter((name) => name.startsWith(`${path.basename(folder)}.`))).toEqual(
    [],
  );
});

test('reports empty files apart from invalid ones', async () => {
  await writeJsonFile(path.join(folder, 'n-1.json'), { n: 1 });
  await writeFile(path.join(folder, 'n-2.json'), '');
  await writeFile(path.join(folder, 'n-3.json'), '\0'.repeat(100));
  expect(await readFiles()).toEqual({ values: [{ n: 1 }], unwritten: ['n-2.json', 'n-3.json'] });
  for (const text of ['{"n":', '{"n":"one"}', '\n']) {
    await writeFile(path.join(folder, 'n-4.json'), text);
    await expect(readFiles()).rejects.toThrow('n-4.json holds no number');
  }
});

test('removes temporary files of crashed processes, and keeps those being written', async () => {
  for (const name of ['n-1.json.new', 'n-2.json.abc.new', 'n-3.json.def.new', 'n-4.json'])
    await writeFile(path.join(folder, name), '{');
  const old = new Date(Date.now() - 2 * HOUR_MS);
  for (const name of ['n-1.json.new', 'n-2.json.abc.new', 'n-4.json']) await utimes(path.join(folder, name), old, old);
  await removeTemporaryFiles(folder);
  expect(await readdir(folder)).toEqual(['n-3.json.def.new', 'n-4.json']);
});
