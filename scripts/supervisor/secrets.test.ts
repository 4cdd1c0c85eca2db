import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HOUR_MS } from '@fynbos/domain/calendar.ts';
import { ConfigurationError } from '@fynbos/platform/config/configuration-error.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropFormerMasterKey, FormerKeyInUse, keepSecrets, makeNextMasterKey, promoteMasterKey } from './secrets.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'fynbos-secrets-'));
  await keepSecrets(dataDir, {});
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const kept = () => readFile(path.join(dataDir, 'secrets.json'), 'utf8');
const keys = async () => {
  const { environment } = await keepSecrets(dataDir, {});
  return [environment.MASTER_KEY, ...(environment.MASTER_KEY_OTHERS?.split(' ') ?? [])];
};

test('refuses a second rotation of the master key until the former key is dropped', async () => {
  const [first] = await keys();
  await makeNextMasterKey(dataDir);
  const [, second] = await keys();
  expect(await promoteMasterKey(dataDir)).toBe(true);
  expect(await keys()).toEqual([second, first]);

  const before = await kept();
  await expect(makeNextMasterKey(dataDir)).rejects.toThrow(FormerKeyInUse);
  expect(await promoteMasterKey(dataDir)).toBe(false);
  expect(await kept()).toBe(before);

  await dropFormerMasterKey(dataDir);
  await makeNextMasterKey(dataDir);
  expect(await promoteMasterKey(dataDir)).toBe(true);
  expect((await keys()).at(-1)).toBe(second);
});

test('keeps the former key next to a next key of an older release', async () => {
  await makeNextMasterKey(dataDir);
  await promoteMasterKey(dataDir);
  const now = JSON.parse(await kept()) as { formerMasterKey: string };
  await writeFile(
    path.join(dataDir, 'secrets.json'),
    JSON.stringify({ ...now, nextMasterKey: 'made by an older release' }),
  );
  await expect(promoteMasterKey(dataDir)).rejects.toThrow(FormerKeyInUse);
  expect(JSON.parse(await kept())).toMatchObject(now);
});

test.each(['', '{"masterKey":'])('names a damaged file, such as %j, and keeps it', async (content) => {
  const file = path.join(dataDir, 'secrets.json');
  await writeFile(file, content);
  const failure = await keepSecrets(dataDir, {}).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ConfigurationError);
  expect(String(failure)).toContain(`${file} is empty or damaged. Replace it with your copy`);
  expect(await kept()).toBe(content);
});

test('removes the copy of the secrets that a killed write left', async () => {
  const left = path.join(dataDir, 'secrets.json.0197.new');
  await writeFile(left, await kept());
  const old = new Date(Date.now() - 2 * HOUR_MS);
  await utimes(left, old, old);
  await keepSecrets(dataDir, {});
  expect(await readdir(dataDir)).toEqual(['secrets.json']);
});

test('does not replace secrets that cannot be read', async () => {
  const file = path.join(dataDir, 'secrets.json');
  await rm(file);
  await mkdir(file);
  await expect(keepSecrets(dataDir, {})).rejects.toMatchObject({ code: 'EISDIR', syscall: 'read' });
});
