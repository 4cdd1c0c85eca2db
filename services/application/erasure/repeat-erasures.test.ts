import type { DomainEvent } from '@fynbos/domain/decider.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { ensureEngine } from '@fynbos/projections/engine/schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { destroyRemainingKeys, repeatErasures } from './repeat-erasures.ts';

let database: FreshDatabase;
let store: EventStore;
let log: EventLog;

beforeAll(async () => {
  database = await freshDatabase();
  const config = { eventStoreUrl: null, masterKey: 'a master key of the tests, of no value' };
  ({ store, log } = await openEventLog(config, database.pool()));
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

async function add(streamId: string, ...events: readonly DomainEvent[]): Promise<void> {
  const stream = await log.readStream(streamId);
  const context = { actor: { kind: 'system' as const, id: 'test' }, now: new Date(), correlationId: 'test' };
  expect((await log.append([{ stream, events, context }]))[0]?.ok).toBe(true);
}
const live = async (...subjects: string[]) => [...(await log.keys.keysFor(subjects, { create: false })).keys()].sort();

test('destroys keys that a crash left behind each night, and keeps keys that are still needed', async () => {
  const personal = { payload: { bankAccountNumber: '4051234567' } };
  const at = '2026-11-22T08:00:00.000Z';
  const requested = { type: 'ApprovalRequested', data: { personal } };
  await add('approval-executed', requested, { type: 'ApprovalExecuted', data: { executedAt: at } });
  await add('approval-withdrawn', requested, { type: 'ApprovalWithdrawn', data: { withdrawnBy: 1, withdrawnAt: at } });
  await add('approval-waiting', requested);
  await add('approval-approved', requested, { type: 'ApprovalGiven', data: { approvedBy: 2, approvedAt: at } });
  await add('integrator-gone', { type: 'IntegratorRemoved', data: { removedAt: at } });
  // A reaction first copies the data that the law requires to be retained, and needs the key for it.
  await add('agent-7', { type: 'AgentRegistered', data: { personal: { firstName: 'Thandi' } } });
  await add('agent-7', { type: 'AgentForgotten', data: { forgottenAt: at } });
  await log.keys.keysFor(['refused-items-gone', 'refused-items-live'], { create: true });
  const subjects = ['executed', 'withdrawn', 'waiting', 'approved'].map((id) => `approval-${id}`);
  const all = [...subjects, 'agent-7', 'refused-items-gone', 'refused-items-live'];
  expect(await live(...all)).toHaveLength(7);

  expect(await destroyRemainingKeys(log)).toEqual({ keys: 3 });
  expect(await live(...all)).toEqual(['agent-7', 'approval-approved', 'approval-waiting', 'refused-items-live']);
  const { events } = await log.readStream('approval-executed', { personal: true });
  expect(events[0]?.data).toMatchObject({ personal: null });
  expect(await destroyRemainingKeys(log)).toEqual({ keys: 0 });

  // The reaction has not reached the event yet, or the event is behind a blocked key.
  const left = ['agent-7', 'approval-approved', 'approval-waiting', 'refused-items-live'];
  const pool = database.pool();
  await ensureEngine(pool);
  await repeatErasures(log, pool);
  expect(await live(...all)).toEqual(left);
  const place = ['forget', await store.head()];
  await pool.query(
    `insert into engine.checkpoints ("projection", "partition", "kind", "version", "position") values ($1, 0, 'reaction', 1, $2)`,
    place,
  );
  await pool.query(
    `insert into engine.parked ("projection", "key", "partition", "eventId", "position", "errorCode", "errorMessage")
     values ($1, 'agent-7', 0, gen_random_uuid(), $2, 'x', 'x')`,
    place,
  );
  await repeatErasures(log, pool);
  expect(await live(...all)).toEqual(left);
  await pool.query('delete from engine.parked');
  await repeatErasures(log, pool);
  expect(await live(...all)).toEqual(['approval-approved', 'approval-waiting', 'refused-items-live']);
});
