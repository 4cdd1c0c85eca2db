import { randomUUID } from 'node:crypto';
import { createPool } from '@fynbos/platform/postgres.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgresServer } from '../../../tests/chaos/postgres-server.ts';
import { appendTo } from '../testing/append-to.ts';
import { endOfLog, newEvent, newStreamId, readToEnd } from '../testing/contract/support.ts';
import { migrateEventStore } from './migrate.ts';
import { postgresEventStore } from './postgres.ts';

let server: PostgresServer;
let url: string;
beforeAll(async () => {
  server = await startPostgresServer();
  url = server.urlThrough(server.port);
});
afterAll(() => server.stop());

const BURNT = 400;
const TRIES = 8;

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Consumes transaction ids without any write to disk. Returns the last one. */
async function burnIds(): Promise<number> {
  const client = await connected();
  await client.query('set synchronous_commit = off');
  await client.query(`do $$ begin for n in 1..${BURNT} loop perform pg_current_xact_id(); commit; end loop; end $$`);
  const { rows } = await client.query('select pg_current_xact_id()::text as id');
  await client.end();
  return Number(rows[0].id);
}

const nextId = async (): Promise<number> => {
  const client = await connected();
  const { rows } = await client.query('select pg_snapshot_xmax(pg_current_snapshot())::text as id');
  await client.end();
  return Number(rows[0].id);
};

/** An append in progress, in its own session. */
async function beginAppend(id: string): Promise<pg.Client> {
  const client = await connected();
  await client.query('begin');
  await client.query(
    `select * from eventstore.append(array[$1], array[-1], array[1], array[1], array[0], array[$2::uuid], array['Happened'], array[now()], '{}', '{}')`,
    [newStreamId(), id],
  );
  return client;
}

test('transaction ids that repeat after a crash of Postgres hide no event from a running reader', async () => {
  const pool = createPool(url, { applicationName: 'test' });
  await migrateEventStore(pool);
  const store = postgresEventStore({ db: pool });
  await appendTo(store, newStreamId(), 'no-stream', [newEvent()]);
  // Whether Postgres reassigns ids depends on what the server flushed in these milliseconds, so repeat until it does.
  let came = false;
  for (let n = 0; n < TRIES && !came; n++) {
    const from = await endOfLog(store);
    const burnt = await burnIds();
    // The reader learns the highest id.
    await readToEnd(store, { from });
    await server.restart('crash', 0);
    came = (await nextId()) < burnt;
    const [slow, quick] = [randomUUID(), randomUUID()];
    const inFlight = await beginAppend(slow);
    await appendTo(store, newStreamId(), 'no-stream', [{ ...newEvent(), id: quick }]);
    const early = await readToEnd(store, { from });
    await inFlight.query('commit');
    await inFlight.end();
    const late = await readToEnd(store, { from: early.events.at(-1)?.position ?? from });
    expect([...early.events, ...late.events].map(({ id }) => id)).toEqual([slow, quick]);
  }
  expect(came).toBe(true);
  await store.close();
  await pool.end();
});
