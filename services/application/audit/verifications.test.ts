import { DAY_MS } from '@fynbos/domain/calendar.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import { QueueUnavailable } from '@fynbos/platform/queue/queue.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { migrateAudit } from './schema.ts';
import {
  deleteOldVerifications,
  endAbandoned,
  logIntegrity,
  requestVerification,
  runVerification,
  verifications,
} from './verifications.ts';

const now = new Date('2026-11-22T01:00:00.000Z');
const databases: FreshDatabase[] = [];
let database: FreshDatabase;
beforeEach(async () => {
  database = await freshDatabase();
  databases.push(database);
  await migrateAudit(database.pool());
});
afterAll(async () => {
  for (const one of databases) await one.drop();
});

test('a verification fails when the queue is unavailable', async () => {
  const away = { queue: () => ({ add: async () => Promise.reject(new QueueUnavailable('away')) }) };
  await expect(requestVerification(database.pool(), away as never, now)).rejects.toThrow(QueueUnavailable);
  expect(await verifications(database.pool())).toMatchObject([{ state: 'failed', error: 'QueueUnavailable' }]);
});

test('ends a verification with a dead process or a lost job, and accepts a late result', async () => {
  const db = database.pool();
  const jobs: string[] = [];
  const queues = { queue: () => ({ add: async (_name: string, { id }: { id: string }) => void jobs.push(id) }) };
  const ask = () => requestVerification(db, queues as never, now);
  const silentFor = (id: string, minutes: number) =>
    db.query(`update audit.verifications set "heardAt" = now() - make_interval(mins => $2) where id = $1`, [
      id,
      minutes,
    ]);
  const stateOf = async (id: string) => (await verifications(db)).find((one) => one.id === id);
  const [lost, waiting] = [await ask(), await ask()];
  await silentFor(lost, 11);
  await silentFor(waiting, 9);
  expect(await endAbandoned(db)).toBe(1);
  expect(await stateOf(lost)).toMatchObject({ state: 'failed', error: 'its process ended' });
  expect(await stateOf(waiting)).toMatchObject({ state: 'running', error: null });
  expect(jobs).toContain(await ask());

  const config = { eventStoreUrl: null, masterKey: 'a master key of the tests, of no value' };
  const { store, log } = await openEventLog(config, db);
  const parts = { log, db, storeKind: 'postgres', folder: null, now: () => now };
  await runVerification(parts, { id: lost, how: 'asked' });
  expect(await stateOf(lost)).toMatchObject({ state: 'done', error: null, result: { intact: true } });
  await store.close();
});

test('a later verification counts, also after one with a clock that was a year ahead', async () => {
  const db = database.pool();
  const { store, log } = await openEventLog(
    { eventStoreUrl: null, masterKey: 'a master key of the tests, of no value' },
    db,
  );
  const verified = (days: number) =>
    runVerification(
      { log, db, storeKind: 'postgres', folder: null, now: () => new Date(now.getTime() + days * DAY_MS) },
      { id: `after-${days}`, how: 'nightly' },
    );
  await verified(365);
  await verified(1);
  await db.query(
    `update audit.verifications set result = jsonb_set(result::jsonb, '{count}', '2') where id = 'after-1'`,
  );
  const { findings, provenAt } = await logIntegrity(db, 'postgres');
  expect(findings).toBe(2);
  expect(Math.abs(Date.now() - Number(provenAt))).toBeLessThan(DAY_MS);
  await store.close();
});

test('verifications are deleted after 90 days, except the last one and the last intact one', async () => {
  const proven = (id: string, days: number, state: string, intact: boolean | null) =>
    database.pool().query(
      `insert into audit.verifications (id, how, state, result, "startedAt", "updatedAt", "heardAt")
       values ($1, 'nightly', $2, $3, $4, $4, $4)`,
      [id, state, intact === null ? null : { intact }, new Date(now.getTime() - days * DAY_MS)],
    );
  const left = async () => (await verifications(database.pool())).map(({ id }) => id);
  await proven('intact', 120, 'done', true);
  await proven('last intact', 110, 'done', true);
  await proven('broken', 105, 'done', false);
  await proven('last', 100, 'done', false);
  await proven('cut off', 95, 'failed', null);
  expect(await deleteOldVerifications(database.pool(), now)).toEqual({ deleted: 3 });
  expect(await left()).toEqual(['last', 'last intact']);
  await proven('new', 89, 'done', true);
  await deleteOldVerifications(database.pool(), now);
  expect(await left()).toEqual(['new']);
});
