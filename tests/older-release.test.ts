import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { signNewEvents } from '@fynbos/application/audit/checkpoints.ts';
import { runVerification } from '@fynbos/application/audit/verifications.ts';
import { newRunId } from '@fynbos/platform/queue/run-id.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { rebuild } from '@fynbos/projections/engine/rebuild/rebuild.ts';
import { projections } from '@fynbos/projections/registry.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backupsIn, readBackup } from '../scripts/backup/manifest.ts';
import { type Restored, restore } from '../scripts/backup/restore.ts';
import { newAgent } from '../services/api/testing/people.ts';
import { type RunningApp, runApp } from '../services/api/testing/running-app.ts';
import { freshDatabase } from './support/database.ts';
import { reportsOf } from './support/small-programme.ts';

const FIXTURES = path.resolve(import.meta.dirname, 'fixtures');
const releases = (await readdir(FIXTURES)).filter((name) => name.startsWith('release-')).sort();
/** The configuration of `runApp`. */
const CONFIG = {
  eventStoreUrl: null,
  masterKey: 'a master key for tests that has no value at all',
  otherMasterKeys: [],
  checkpointFolder: null,
};

test('has a backup of every release that changed the stored data', () => {
  expect(releases).toContain('release-0.1.0');
});

describe.each(releases)('the data of %s opened by this release', (release) => {
  const home = path.join(FIXTURES, release);
  let restored: Restored;
  let running: RunningApp;

  beforeAll(async () => {
    const database = await freshDatabase();
    const [keys = ''] = await backupsIn(path.join(home, 'keys'), 'keys');
    // The day on which the backup was made: otherwise its key backup would be too old.
    const now = new Date((await readBackup(keys, 'keys')).madeAt);
    const folders = { folder: path.join(home, 'data'), keysFolder: path.join(home, 'keys') };
    restored = await restore({ db: database.pool(), config: CONFIG, now, ...folders });
    running = await runApp({ database, env: { RATE_LIMIT_SCALE: '100' } });
  });
  afterAll(() => running.close());

  test('is intact once an operator accepts the events without MACs after its last checkpoint', async () => {
    const { covered, events, findings, count } = restored.verification;
    expect(covered).toBeGreaterThan(0);
    // Its last checkpoint is signed; one event follows it.
    expect([count, events - covered]).toEqual([1, 2]);
    expect(findings[0]?.what).toContain('recorded by an older release');
    const { log, pool: db } = { ...running.services, ...running };
    const parts = { log, db, storeKind: 'postgres', folder: null, now: () => new Date() };
    await expect(signNewEvents(parts)).rejects.toThrow('has no MAC');
    await signNewEvents(parts, { vouch: true });
    expect(await runVerification(parts, { id: newRunId(), how: 'command' })).toMatchObject({ intact: true, count: 0 });
  });

  test('gives the reports of that release', async () => {
    const expected = await Promise.all(
      ['rewards', 'balances'].map((name) => readFile(path.join(home, `expected-${name}.csv`), 'utf8')),
    );
    const { rewards, balances } = await reportsOf(running);
    expect([rewards, balances]).toEqual(expected);
  });

  test('is processed by every read model and accepts new commands', async () => {
    // The person of the fixture keeps address and ID number.
    const next = { emailAddress: 'next.agent@agency.example', idNumber: '7705055009085', cellNumber: '27825550001' };
    expect((await newAgent(running, next)).id).toBeGreaterThan(60);
    const parts = foldPartsOf(running.services.log, running.pool);
    const results = await rebuild(parts, projections, { compare: true, swap: 'never' });
    expect(results.filter(({ comparison }) => !comparison?.equal)).toEqual([]);
    const { rows } = await running.pool.query('select count(*)::int as blocked from engine.parked');
    expect(rows[0].blocked).toBe(0);
  });
});
