import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventStore, StoreUnavailable } from '../port.ts';
import { appendTo } from '../testing/append-to.ts';
import {
  endOfLog,
  eventually,
  newEvent,
  newStreamId,
  pause,
  readToEnd,
  someEvents,
} from '../testing/contract/support.ts';
import { openPostgresSubject } from '../testing/postgres-subject.ts';
import { appendInOneCall } from './append.ts';
import { migrateEventStore } from './migrate.ts';
import { postgresEventStore } from './postgres.ts';

let subject: Awaited<ReturnType<typeof openPostgresSubject>>;
beforeAll(async () => {
  subject = await openPostgresSubject();
});
afterAll(() => subject.close());

const idsAfter = async (store: EventStore, from: string | undefined) =>
  (await readToEnd(store, { from })).events.map((event) => event.id);

describe('the horizon', () => {
  test('an open transaction that writes elsewhere, in this database or another, delays no reader', async () => {
    const { store, pool } = subject;
    await pool.query('create table if not exists public.elsewhere (n integer)');
    const strangers = [new pg.Client(pool.options), new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })];
    for (const stranger of strangers) {
      await stranger.connect();
      await stranger.query('begin');
      await stranger.query('select pg_current_xact_id()');
    }
    await strangers[0]?.query('insert into public.elsewhere values (1)');
    const from = await endOfLog(store);
    for (let n = 0; n < 20; n++) {
      const event = newEvent();
      await appendTo(store, newStreamId(), 'no-stream', [event]);
      await eventually(async () => (await idsAfter(store, from)).includes(event.id), 60_000);
    }
    for (const stranger of strangers) await stranger.end();
  });

  test('an append in progress holds back events with later ids until it ends', async () => {
    const { store, other, slowAppend } = subject;
    const from = await endOfLog(store);
    const before = newEvent();
    await appendTo(store, newStreamId(), 'no-stream', [before]);
    await endOfLog(store);
    const held = await slowAppend(newStreamId('slow'));
    const after = newEvent();
    await appendTo(other, newStreamId(), 'no-stream', [after]);
    const seen = await idsAfter(store, from);
    expect(seen).toContain(before.id);
    expect(seen).not.toContain(after.id);
    await held.rollback();
    await eventually(async () => (await idsAfter(store, from)).includes(after.id), 60_000);
  });

  test('an appender that has its locks and no transaction id yet cannot commit below the horizon', async () => {
    const { store, pool } = subject;
    const client = await pool.connect();
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock_shared(1180257858, 1)');
    const from = await endOfLog(store);
    const late = newEvent();
    const [outcome] = await appendInOneCall(client, [
      { streamId: newStreamId(), expected: 'no-stream', events: [late] },
    ]);
    await client.query('commit');
    client.release();
    expect(outcome?.ok && outcome.position > from).toBe(true);
    await eventually(async () => (await idsAfter(store, from)).includes(late.id), 60_000);
  });

  test('readers continue after an appender dies', async () => {
    const { store, pool } = subject;
    const client = new pg.Client(pool.options);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('begin');
    const { rows } = await client.query('select pg_backend_pid() as pid');
    await appendInOneCall(client, [{ streamId: newStreamId(), expected: 'no-stream', events: [newEvent()] }]);
    const event = newEvent();
    const { position } = await appendTo(store, newStreamId(), 'no-stream', [event]);
    expect((await store.head()) ?? '').not.toBe(position);
    await pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await eventually(async () => ((await store.head()) ?? '') >= position, 60_000);
  });
});

describe('appending', () => {
  test('is refused in a transaction that has an id already, since its stream could be inverted', async () => {
    const client = await subject.pool.connect();
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    const attempt = appendInOneCall(client, [{ streamId: newStreamId(), expected: 'no-stream', events: [newEvent()] }]);
    await expect(attempt).rejects.toThrow('transaction of its own');
    await client.query('rollback');
    client.release();
  });

  test('a stream locked by a slow append makes its next writer wait and get the later id', async () => {
    const { store, slowAppend } = subject;
    const stream = newStreamId();
    const from = await endOfLog(store);
    const held = await slowAppend(stream);
    let answered = false;
    const next = appendTo(store, stream, 0, [newEvent()]).then((answer) => {
      answered = true;
      return answer;
    });
    await pause(100);
    expect(answered).toBe(false);
    await held.commit();
    expect((await next).revision).toBe(1);
    await endOfLog(store);
    const { events } = await readToEnd(store, { from, filter: { streamPrefixes: [stream] } });
    expect(events.map((event) => event.revision)).toEqual([0, 1]);
  });

  test('an id of another stream’s event is a conflict, also when both are appended concurrently', async () => {
    const { store, other } = subject;
    const event = newEvent();
    const [a, b] = [newStreamId(), newStreamId()];
    const results = await Promise.allSettled([
      appendTo(store, a, 'no-stream', [event]),
      appendTo(other, b, 'no-stream', [event]),
    ]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(appendTo(store, newStreamId(), 'no-stream', [event])).rejects.toMatchObject({
      name: 'WrongExpectedRevision',
      actual: null,
    });
  });

  test('an invalid entry fails without failing the other entries of its call', async () => {
    const { store } = subject;
    const good = Array.from({ length: 5 }, () => appendTo(store, newStreamId(), 'no-stream', [newEvent()]));
    const bad = appendTo(store, newStreamId(), 'no-stream', [{ ...newEvent(), id: 'no uuid' }]);
    await expect(bad).rejects.toThrow();
    expect((await Promise.all(good)).every((answer) => answer.revision === 0)).toBe(true);
  });

  test('a store that cannot be reached is StoreUnavailable for every call, and recovers without a restart', async () => {
    const away = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 500 });
    const store = postgresEventStore({ db: away });
    for (const call of [
      () => appendTo(store, newStreamId(), 'no-stream', [newEvent()]),
      () => store.readStream('x'),
      () => store.readStreams(['x']),
      () => store.readAll({ limit: 1 }),
      () => store.head(),
      () => store.readEvent(newEvent().id),
    ]) {
      await expect(call()).rejects.toBeInstanceOf(StoreUnavailable);
    }
    await store.waitForAppend(20);
    await store.close();
    await away.end();
  });
});

describe('the schema', () => {
  test('is created by any number of concurrent processes, and creating it again changes nothing', async () => {
    await subject.pool.query('drop schema if exists eventstore cascade');
    await Promise.all(Array.from({ length: 4 }, () => migrateEventStore(subject.pool)));
    const store = postgresEventStore({ db: subject.pool });
    await appendTo(store, newStreamId(), 'no-stream', someEvents(2));
    await migrateEventStore(subject.pool);
    expect((await readToEnd(store)).events).toHaveLength(2);
    await store.close();
  });

  test('a restore with low transaction ids raises the epoch, so that new events follow the old ones', async () => {
    const fresh = await openPostgresSubject();
    const { store, pool } = fresh;
    const old = someEvents(3);
    await appendTo(store, newStreamId(), 'no-stream', old);
    // Simulates a restore: the log holds ids that this cluster will not reach for a long time.
    await pool.query(
      `update eventstore.events set "transactionId" = (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000000)::text::xid8`,
    );
    await migrateEventStore(pool);
    await migrateEventStore(pool);
    expect((await pool.query('select epoch from eventstore.log')).rows).toEqual([{ epoch: 2 }]);
    const restored = postgresEventStore({ db: pool });
    const young = someEvents(2);
    await appendTo(restored, newStreamId(), 'no-stream', young);
    const from = (await restored.readAll({ limit: 2 })).next;
    await endOfLog(restored);
    expect(await idsAfter(restored, from)).toEqual([old[2]?.id, young[0]?.id, young[1]?.id, expect.any(String)]);
    expect(
      (await readToEnd(restored, { direction: 'backwards', limit: 2 })).events.map((event) => event.id).reverse(),
    ).toEqual((await readToEnd(restored)).events.map((event) => event.id));
    await restored.close();
    await fresh.close();
  });
});
