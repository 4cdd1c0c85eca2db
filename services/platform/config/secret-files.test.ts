import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { InvalidSettings, loadConfig } from './config.ts';
import { withSecretFiles } from './secret-files.ts';

let folder: string;
const file = (name: string): string => path.join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fynbos-secrets-'));
  await writeFile(file('master-key'), 'made-up-from-a-file\n');
  await writeFile(file('empty'), '\n');
});
afterAll(() => rm(folder, { recursive: true }));

const given = { DATABASE_URL: 'postgres://localhost/x', JWT_SECRET: 'made-up-b' };

function problems(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof InvalidSettings) return error.problems;
    throw error;
  }
}

test('reads a secret from the file that NAME_FILE names', () => {
  expect(loadConfig({ ...given, MASTER_KEY_FILE: file('master-key') }).masterKey).toBe('made-up-from-a-file');
});

test('ignores an empty file', () => {
  const config = loadConfig({ ...given, MASTER_KEY: 'made-up-a', MASTER_KEY_FILE: file('empty') });
  expect(config.masterKey).toBe('made-up-a');
});

test('rejects a secret that is set both ways, and a file that cannot be read', () => {
  const env = { ...given, MASTER_KEY: 'made-up-a', MASTER_KEY_FILE: file('master-key'), SMTP_URL_FILE: file('none') };
  const expected = ['MASTER_KEY and MASTER_KEY_FILE are both set.', 'SMTP_URL_FILE cannot be read: ENOENT.'];
  expect(problems(env)).toEqual(expected);
  // The start script reads the files before it generates secrets, and checks the settings afterwards.
  expect(problems(withSecretFiles(env).env)).toEqual(expected);
});
