import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import type { EventLog } from '../event-log.ts';
import { macOf } from '../hash-chain.ts';
import { openEventLog } from '../open.ts';
import type { EventStore, RecordedEvent } from '../port.ts';
import { insertAtEnd, rewrite } from '../testing/forge.ts';
import { appendCheckpoints, NotSigned } from './append-checkpoints.ts';
import { type Signer, signerOf } from './signature.ts';
import { verifyLog } from './verify-log.ts';

let database: FreshDatabase;
let store: EventStore;
let log: EventLog;
let signer: Signer;
const now = () => new Date('2026-05-04T08:00:00.000Z');

async function add(streamId: string, count: number): Promise<void> {
  const stream = await log.readStream(streamId);
  const events = Array.from({ length: count }, (_, n) => ({ type: 'Happened', data: { n } }));
  const context = { actor: { kind: 'system' as const, id: 'test' }, now: now(), correlationId: 'test' };
  await log.append([{ stream, events, context }]);
}
const sign = (options = {}) => appendCheckpoints({ log, signer, now, ...options });
const verify = () => verifyLog(store, { keys: log.keys, publicKey: signer.publicKey });
const sql = (text: string, values: unknown[] = []) => database.pool().query(text, values);
const dropCheckpoints = () => sql(`delete from eventstore.events where "streamId" = 'log-checkpoints'`);
const stripMacs = (where: string) =>
  sql(
    `update eventstore.events set metadata = regexp_replace(metadata::text, ',"mac":"[0-9a-f]*"', '')::json where ${where}`,
  );
const forged = (event: RecordedEvent): RecordedEvent => ({ ...event, data: { n: 'forged' } });
const named = (streamId: string, revision: number) => ({ kind: 'edited', streamId, revision });

beforeEach(async () => {
  database = await freshDatabase();
  ({ store, log } = await openEventLog(
    { eventStoreUrl: null, masterKey: 'a master key of the tests, of no value' },
    database.pool(),
  ));
  signer = await signerOf(log.keys);
  for (const stream of ['agent-1', 'rental-A', 'rental-B']) await add(stream, 4);
  await sign();
  await add('rental-A', 2);
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

describe.each<[string, (hash: string) => string | undefined]>([
  ['no MAC', () => undefined],
  ['the MAC of the event before it', (mac) => mac],
  ['a MAC under another key', () => macOf(memoryKeyRing('another master key of the tests, of no value'), 'x')],
])('an event inserted at the end of a stream with the right hash and %s', (_, macFrom) => {
  beforeEach(async () => {
    const [last] = await store.readStream('rental-A', { direction: 'backwards', limit: 1 });
    const mac = macFrom(String(last?.metadata.mac));
    await insertAtEnd(database.pool(), store, 'rental-A', { data: { n: 'forged' }, ...(mac ? { mac } : {}) });
  });

  test('is reported, and no checkpoint signs it or later events', async () => {
    expect((await verify()).findings).toMatchObject([named('rental-A', 6)]);
    await add('rental-A', 1);
    await expect(sign()).rejects.toThrow(NotSigned);
    expect(await verify()).toMatchObject({ intact: false, count: 1, checkpoints: 1 });
  });
});

test('a history rewritten after its checkpoints were deleted is reported, and not signed', async () => {
  await dropCheckpoints();
  await rewrite(database.pool(), store, { streamId: 'rental-B', revision: 1 }, forged);
  await expect(sign()).rejects.toThrow('revision 1 of rental-B has a wrong MAC');
  expect((await verify()).findings).toMatchObject([named('rental-B', 1)]);
});

test('a history rewritten as that of a release without MACs is reported, and not signed', async () => {
  await dropCheckpoints();
  await stripMacs('true');
  await rewrite(database.pool(), store, { streamId: 'rental-B', revision: 1 }, forged);
  await expect(sign()).rejects.toThrow('revision 0 of agent-1 has no MAC');
  expect(await verify()).toMatchObject({ intact: false, count: 3 });
});

test('a MAC that was removed or changed is reported under a checkpoint too', async () => {
  await stripMacs(`"streamId" = 'agent-1' and revision = 2`);
  await sql(
    `update eventstore.events set metadata = replace(metadata::text, '"mac":"', '"mac":"0')::json where "streamId" = 'rental-B' and revision = 3`,
  );
  expect((await verify()).findings).toMatchObject([named('agent-1', 2), named('rental-B', 3)]);
});

test('a checkpoint cannot be passed off as one of a release that knew no MACs', async () => {
  await sql(
    `update eventstore.events set data = regexp_replace(data::text, ',"vouched":0', '')::json where "streamId" = 'log-checkpoints'`,
  );
  await stripMacs('true');
  const { findings } = await verify();
  expect(findings[0]).toMatchObject({ kind: 'checkpoint', what: 'Checkpoint 1 is not signed by us.' });
  await expect(sign()).rejects.toThrow('no checkpoint of ours');
});

test('nothing is signed if known checkpoints are missing', async () => {
  await dropCheckpoints();
  await expect(sign({ known: 1 })).rejects.toThrow('checkpoint 1 was made and is gone');
});

describe('an event that reads unchanged but is stored differently', () => {
  const at = `"streamId" = 'rental-B' and revision = 2`;
  const until = async (recordedUntil: string) =>
    (await store.readAll({ limit: 100, filter: { recordedUntil } })).events.map(({ revision }) => revision);

  test('is reported if its recordedAt column differs', async () => {
    await sql(`update eventstore.events set "recordedAt" = '2020-01-01T00:00:00Z' where ${at}`);
    // The result of a report with an earlier "as of" date.
    expect(await until('2020-12-31T00:00:00.000Z')).toEqual([2]);
    const { findings, count } = await verify();
    expect(count).toBe(1);
    expect(findings[0]).toMatchObject({ ...named('rental-B', 2), what: expect.stringContaining('recordedAt') });
  });

  test('is reported if only the beginning of its text differs, which a rebuild reads', async () => {
    await sql(
      `update eventstore.events set metadata = ('{"v":1,"recordedAt":"2020-01-01T00:00:00.000Z",' || substr(metadata::text, 2))::json where ${at}`,
    );
    const { events } = await store.readAll({ limit: 100, hints: { lazily: true } });
    expect(events.map(({ metadata }) => metadata.recordedAt)).toContain('2020-01-01T00:00:00.000Z');
    expect((await verify()).findings).toMatchObject([
      { ...named('rental-B', 2), what: expect.stringContaining('text') },
    ]);
  });

  test('is reported if its data differs', async () => {
    await sql(`update eventstore.events set data = ('{"n":7,' || substr(data::text, 2))::json where ${at}`);
    expect((await verify()).findings).toMatchObject([named('rental-B', 2)]);
  });
});

describe('events of a release that knew no MACs', () => {
  beforeEach(() => stripMacs(`"streamId" = 'rental-A' and revision >= 4`));

  test('are reported and not signed until a person vouches for them, and are valid from then on', async () => {
    expect((await verify()).findings).toMatchObject([named('rental-A', 4)]);
    await expect(sign()).rejects.toThrow('revision 4 of rental-A has no MAC');
    const { checkpoints } = await sign({ vouch: true });
    expect(checkpoints).toMatchObject([{ number: 2, vouched: 2 }]);
    expect(await verify()).toMatchObject({ intact: true });
    await rewrite(database.pool(), store, { streamId: 'rental-A', revision: 5 }, forged);
    expect((await verify()).findings).toMatchObject([named('rental-A', 5)]);
  });

  test('are vouched for, except events with a wrong MAC', async () => {
    await insertAtEnd(database.pool(), store, 'rental-A', { data: {}, mac: '0'.repeat(32) });
    await expect(sign({ vouch: true })).rejects.toThrow('revision 6 of rental-A has a wrong MAC');
  });
});
