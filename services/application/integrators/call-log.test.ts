import { createLogger } from '@fynbos/platform/logger.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { agedMib } from '../../../tests/support/retained-heap.ts';
import type { ItemOutcome } from '../rentals/record-rental-events.ts';
import { CallLog } from './call-log.ts';
import { migrateCalls } from './calls-schema.ts';

let database: FreshDatabase;
let calls: CallLog;

beforeAll(async () => {
  database = await freshDatabase();
  calls = new CallLog(database.pool(), memoryKeyRing(), createLogger('test', { level: 'silent' }));
  await migrateCalls(database.pool());
});
afterAll(() => database.drop());

const begun = (integratorId: string, dryRun = false) =>
  calls.open({ integratorId, keyId: 'k', at: new Date(), form: 'array', dryRun });
const refused: ItemOutcome = { eventId: null, result: 'rejected', errors: [{ path: 'type', message: 'Unknown.' }] };
const recorded: ItemOutcome = { eventId: null, result: 'recorded' };
const rowsOf = async (table: string, integratorId: string) =>
  (await database.pool().query(`select * from integrations.${table} where "integratorId" = $1`, [integratorId])).rows;

test('a call is logged with its counts and refused lines, without names', async () => {
  const call = begun('a');
  calls.note(call, [refused], [{ reservationNo: 'Thandi Driver, Cape Town' }], 2);
  const invoice = { type: 'invoice', reservationNo: 'R1', driverName: 'Thandi Driver' };
  calls.note(call, [recorded, refused], [{}, invoice], 0);
  calls.close(call, 207);
  await calls.flush();
  expect(await rowsOf('calls', 'a')).toMatchObject([{ status: 207, recorded: 1, rejected: 2, form: 'array' }]);
  const items = await rowsOf('"refusedItems"', 'a');
  expect(items.map(({ line, type, reservationNo }) => [line, type, reservationNo]).sort()).toEqual([
    [1, 'invoice', 'R1'],
    [2, null, null],
  ]);
  expect(JSON.stringify(items)).not.toContain('Thandi');
});

test('an item that cannot be stored does not affect the others; of many errors the first are kept', async () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  const bad = (path: string): ItemOutcome => ({ ...refused, errors: [{ path, message: 'Unknown field.' }] });
  const other = begun('g');
  calls.note(other, [refused], [{ type: 'invoice' }], 0);
  calls.close(other, 422);
  const call = begun('f');
  const many = { ...refused, errors: Array(1_000).fill({ path: 'x'.repeat(100), message: 'Unknown field.' }) };
  calls.note(call, [bad('a\0b'), bad('deep'), many], [{ 'a\0b': 1 }, { type: 'hold', deep }, {}], 0);
  calls.close(call, 207);
  await calls.flush();
  expect(await rowsOf('"refusedItems"', 'g')).toHaveLength(1);
  const items = await rowsOf('"refusedItems"', 'f');
  expect(items.map(({ line, type, sealed }) => [line, type, sealed !== null]).sort()).toEqual([
    [1, 'hold', false],
    [2, null, true],
  ]);
  expect(JSON.stringify(items.find(({ line }) => line === 2).errors).length).toBeLessThan(20_000);
});

test('limits what is stored for dry runs and for many invalid lines', async () => {
  const dry = begun('b', true);
  calls.note(dry, [refused], [{}], 0);
  calls.close(dry, 422);
  const long = begun('b');
  for (let n = 0; n < 30; n++) calls.note(long, Array(1_000).fill(refused), Array(1_000).fill({}), n * 1_000);
  calls.close(long, 200);
  await calls.flush();
  expect((await rowsOf('calls', 'b')).map(({ rejected }) => rejected).sort()).toEqual([1, 30_000]);
  expect(await rowsOf('"refusedItems"', 'b')).toHaveLength(100);
});

test('bounds the log of each integrator separately', async () => {
  for (let n = 0; n < 1_200; n++) calls.close({ ...begun('c'), at: new Date(Date.now() - 1_200_000 + n * 1_000) }, 200);
  await calls.flush();
  expect(await rowsOf('calls', 'c')).toHaveLength(1_000);
  for (let n = 0; n < 249; n++) calls.close(begun('c'), 200);
  await calls.flush();
  // The maximum: 25 % above the limit, for each process that writes.
  expect(await rowsOf('calls', 'c')).toHaveLength(1_249);
  const last = begun('c');
  calls.close(last, 201);
  await calls.flush();
  const kept = await rowsOf('calls', 'c');
  expect(kept).toHaveLength(1_000);
  expect(kept.some(({ callId }) => callId === last.callId)).toBe(true);
  expect(await rowsOf('calls', 'a')).toHaveLength(1);
});

test('loses log entries, not calls, when the log cannot be written', async () => {
  await database.pool().query('drop schema integrations cascade');
  calls.close(begun('d'), 200);
  await expect(calls.flush()).resolves.toBeUndefined();
});

test('memory of logged calls is released early', async () => {
  const aged = await agedMib(async () => {
    for (let n = 0; n < 20; n++) {
      for (let call = 0; call < 500; call++) calls.close(begun('e'), 201);
      await calls.flush();
    }
  });
  expect(aged).toBeLessThan(10);
});
