import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import type { EventLog } from '../event-log.ts';
import { openEventLog } from '../open.ts';
import type { EventStore } from '../port.ts';
import { appendCheckpoints, type CheckpointsAppended } from './append-checkpoints.ts';
import { type Signer, signerOf } from './signature.ts';
import { verifyLog } from './verify-log.ts';

let database: FreshDatabase;
let store: EventStore;
let log: EventLog;
let signer: Signer;
const now = () => new Date('2026-05-04T08:00:00.000Z');

async function add(streamId: string, count = 1): Promise<void> {
  for (let n = 0; n < count; n++) {
    const stream = await log.readStream(streamId);
    const events = [{ type: 'Happened', data: { n: stream.revision + 1, what: `${streamId} ${stream.revision + 1}` } }];
    const context = { actor: { kind: 'system' as const, id: 'test' }, now: now(), correlationId: 'test' };
    await log.append([{ stream, events, context }]);
  }
}
const sign = (options: { covered?: CheckpointsAppended['covered']; maxEvents?: number } = {}) =>
  appendCheckpoints({ log, signer, now, maxEvents: 10, ...options });
const verify = (options = {}) => verifyLog(store, { keys: log.keys, publicKey: signer.publicKey, ...options });
const sql = (text: string, values: unknown[] = []) => database.pool().query(text, values);
const at = (streamId: string, revision: number) => `"streamId" = '${streamId}' and revision = ${revision}`;

beforeEach(async () => {
  database = await freshDatabase();
  ({ store, log } = await openEventLog(
    { eventStoreUrl: null, masterKey: 'a master key of the tests, of no value' },
    database.pool(),
  ));
  signer = await signerOf(log.keys);
  for (let n = 0; n < 8; n++) for (const stream of ['agent-1', 'rental-A', 'rental-B']) await add(stream);
  await sign();
  await add('agent-2', 5);
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

test('an unchanged log is intact, in whatever segments it was signed', async () => {
  const result = await verify();
  // Checkpoints of 10, 10 and 6 cover 24 events and the first two checkpoints. The third checkpoint and five events
  // follow.
  expect(result).toMatchObject({ intact: true, events: 32, streams: 5, checkpoints: 3, covered: 26, count: 0 });
  await sign();
  expect(await verify()).toMatchObject({ intact: true, checkpoints: 4, covered: 32 });
});

test('a log in which only checkpoints are new gets no further checkpoint', async () => {
  await sign();
  const { checkpoints, covered } = await sign();
  expect(checkpoints).toEqual([]);
  await add('agent-3');
  const next = await sign({ covered });
  expect(next.checkpoints.map(({ number, events }) => [number, events])).toEqual([[5, 2]]);
  expect(await verify()).toMatchObject({ intact: true });
});

test('two processes that sign concurrently create one checkpoint', async () => {
  await add('agent-4', 3);
  await Promise.all([sign(), sign(), sign()]);
  expect(await verify()).toMatchObject({ intact: true, checkpoints: 4 });
});

describe('the verification of an altered database', () => {
  test('reports an edited event', async () => {
    await sql(`update eventstore.events set data = '{"n":3,"what":"forged"}' where ${at('rental-A', 3)}`);
    const { findings, count } = await verify();
    expect(count).toBe(1);
    expect(findings[0]).toMatchObject({ kind: 'edited', streamId: 'rental-A', revision: 3 });
  });

  test('reports an edited event with its hash and all that follow made to fit', async () => {
    const events = await store.readStream('rental-A', { from: 3 });
    const { chainHash } = await import('../hash-chain.ts');
    let previous = (await store.readStream('rental-A', { from: 2, limit: 1 }))[0]?.metadata.hash ?? '';
    for (const event of events) {
      const data = JSON.stringify(event.revision === 3 ? { n: 3, what: 'forged' } : event.data);
      const { hash: _old, ...rest } = event.metadata;
      previous = chainHash(previous, { ...event, data, metadata: JSON.stringify(rest) });
      await sql('update eventstore.events set data = $2, metadata = $3 where id = $1', [
        event.id,
        data,
        JSON.stringify({ ...rest, hash: previous }),
      ]);
    }
    expect((await verify()).findings[0]).toMatchObject({ kind: 'edited', streamId: 'rental-A', revision: 3 });
  });

  test('reports a changed actor or time', async () => {
    await sql(
      `update eventstore.events set metadata = replace(metadata::text, '"id":"test"', '"id":"else"')::json where ${at('agent-1', 0)}`,
    );
    expect((await verify()).findings).toMatchObject([{ kind: 'edited', streamId: 'agent-1', revision: 0 }]);
  });

  test('reports a removed event', async () => {
    await sql(`delete from eventstore.events where ${at('rental-B', 4)}`);
    const { findings, count } = await verify();
    expect(count).toBe(1);
    expect(findings[0]).toMatchObject({ kind: 'removed', streamId: 'rental-B', revision: 4, eventId: null });
  });

  test('reports a removed event with the later ones moved up', async () => {
    await sql(`delete from eventstore.events where ${at('rental-B', 4)}`);
    for (let n = 5; n < 8; n++)
      await sql(`update eventstore.events set revision = ${n - 1} where ${at('rental-B', n)}`);
    expect((await verify()).findings[0]).toMatchObject({ kind: 'removed', streamId: 'rental-B', revision: 4 });
  });

  test('reports the missing tail of a stream', async () => {
    await sql(`delete from eventstore.events where "streamId" = 'rental-A' and revision >= 6`);
    const { findings, count } = await verify();
    expect(count).toBe(2);
    expect(findings[0]).toMatchObject({ kind: 'removed', streamId: 'rental-A', revision: 6 });
  });

  test('reports a missing stream', async () => {
    await sql(`delete from eventstore.events where "streamId" = 'rental-A'`);
    expect((await verify()).findings[0]).toMatchObject({ kind: 'removed', streamId: 'rental-A', revision: 0 });
  });

  test('reports an event inserted among older ones, with a hash that fits', async () => {
    const tail = (await store.readStream('rental-A', { direction: 'backwards', limit: 1 }))[0];
    const { chainHash } = await import('../hash-chain.ts');
    const id = '00000000-0000-4000-8000-00000000beef';
    const metadata = { ...tail?.metadata, hash: undefined };
    const place = { streamId: 'rental-A', revision: 8, id, type: 'Happened' };
    const hash = chainHash(tail?.metadata.hash ?? '', { ...place, data: '{}', metadata: JSON.stringify(metadata) });
    await sql(
      `insert into eventstore.events (epoch, "transactionId", "streamId", revision, id, type, data, metadata, "recordedAt")
       select epoch, "transactionId", 'rental-A', 8, $1, 'Happened', '{}', $2, now() from eventstore.events where ${at('rental-A', 7)}`,
      [id, JSON.stringify({ ...metadata, hash })],
    );
    const { findings, count } = await verify();
    expect(count).toBe(1);
    expect(findings[0]).toMatchObject({ kind: 'inserted', streamId: 'rental-A', revision: 8, eventId: id });
  });

  test('reports an event inserted in the middle of a stream, with the later ones moved down', async () => {
    for (let n = 7; n >= 3; n--)
      await sql(`update eventstore.events set revision = ${n + 1} where ${at('rental-A', n)}`);
    const id = '00000000-0000-4000-8000-00000000cafe';
    await sql(
      `insert into eventstore.events (epoch, "transactionId", "streamId", revision, id, type, data, metadata, "recordedAt")
       select epoch, "transactionId", 'rental-A', 3, $1, 'Happened', '{}', metadata, now() from eventstore.events where ${at('rental-A', 2)}`,
      [id],
    );
    expect((await verify()).findings[0]).toMatchObject({
      kind: 'inserted',
      streamId: 'rental-A',
      revision: 3,
      eventId: id,
    });
  });

  test('reports an event inserted at the end that is not signed yet', async () => {
    await sql(
      `insert into eventstore.events (epoch, "transactionId", "streamId", revision, id, type, data, metadata, "recordedAt")
       select epoch, pg_current_xact_id(), 'agent-2', 5, gen_random_uuid(), 'Happened', '{}', metadata, now() from eventstore.events where ${at('agent-2', 4)}`,
    );
    expect((await verify()).findings).toMatchObject([{ kind: 'edited', streamId: 'agent-2', revision: 5 }]);
  });

  test('reports two events of a stream that were exchanged', async () => {
    await sql(`update eventstore.events set revision = 100 where ${at('rental-A', 2)}`);
    await sql(`update eventstore.events set revision = 2 where ${at('rental-A', 5)}`);
    await sql(`update eventstore.events set revision = 5 where ${at('rental-A', 100)}`);
    expect((await verify()).findings[0]).toMatchObject({ kind: 'reordered', streamId: 'rental-A', revision: 2 });
  });

  test('reports a changed order of the log with unchanged streams', async () => {
    const { rows } = await sql(
      `select "streamId", "transactionId"::text as tx from eventstore.events where (${at('rental-A', 4)}) or (${at('rental-B', 4)}) order by 1`,
    );
    await sql(`update eventstore.events set "transactionId" = $1::text::xid8 where ${at('rental-A', 4)}`, [rows[1].tx]);
    await sql(`update eventstore.events set "transactionId" = $1::text::xid8 where ${at('rental-B', 4)}`, [rows[0].tx]);
    const { findings, count } = await verify();
    expect(count).toBe(1);
    expect(findings[0]).toMatchObject({ kind: 'reordered' });
  });

  test('reports two streams that were swapped', async () => {
    await sql(`update eventstore.events set "streamId" = 'x' where "streamId" = 'rental-A'`);
    await sql(`update eventstore.events set "streamId" = 'rental-A' where "streamId" = 'rental-B'`);
    await sql(`update eventstore.events set "streamId" = 'rental-B' where "streamId" = 'x'`);
    expect((await verify()).findings[0]).toMatchObject({ kind: 'reordered', streamId: 'rental-A', revision: 0 });
  });

  test('reports a removed checkpoint, whether in the middle or the last', async () => {
    await sql(`delete from eventstore.events where ${at('log-checkpoints', 1)}`);
    expect((await verify()).findings[0]).toMatchObject({ kind: 'checkpoint', what: 'Checkpoint 2 is missing.' });
    await sql(`delete from eventstore.events where "streamId" = 'log-checkpoints'`);
    expect((await verify({ known: 3 })).findings.map(({ what }) => what)).toContain('Checkpoint 3 is missing.');
  });

  test('reports a checkpoint with a foreign signature', async () => {
    const { generateKeyPairSync, sign: signText } = await import('node:crypto');
    const { statementOf } = await import('./signature.ts');
    const pair = generateKeyPairSync('ed25519');
    const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(12).toString('base64');
    const { rows } = await sql(`select data from eventstore.events where ${at('log-checkpoints', 2)}`);
    const signature = signText(null, Buffer.from(statementOf(rows[0].data)), pair.privateKey).toString('base64');
    await sql(`update eventstore.events set data = $1 where ${at('log-checkpoints', 2)}`, [
      JSON.stringify({ ...rows[0].data, publicKey, signature }),
    ]);
    expect((await verify()).findings[0]).toMatchObject({
      kind: 'checkpoint',
      what: 'Checkpoint 3 is not signed by us.',
    });
  });
});

test('the checkpoint archive reveals a truncation, even if every checkpoint in the log is lost too', async () => {
  const elsewhere = (await store.readStream('log-checkpoints')).map(({ data }) => data as never);
  await sql(`delete from eventstore.events where "streamId" in ('log-checkpoints', 'rental-B')`);
  expect((await verify()).findings).toEqual([]);
  const { findings } = await verify({ elsewhere });
  expect(findings.map(({ kind }) => kind).slice(0, 4)).toEqual(['checkpoint', 'checkpoint', 'checkpoint', 'removed']);
  expect(findings[3]).toMatchObject({ streamId: 'rental-B', revision: 0 });
});
