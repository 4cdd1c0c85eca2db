import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { takeLock } from './folder-lock.ts';

afterEach(() => vi.unstubAllEnvs());

test('a lock is held whatever the time zone of the second start', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fynbos-lock-'));
  const file = path.join(folder, 'lock');
  vi.stubEnv('TZ', 'Africa/Johannesburg');
  const first = await takeLock(file);
  vi.stubEnv('TZ', 'America/New_York');
  expect(await takeLock(file)).toEqual({ heldBy: process.pid });
  if ('release' in first) await first.release();
  expect(await takeLock(file)).toHaveProperty('release');
  await rm(folder, { recursive: true });
});
