import path from 'node:path';
import { signerOf } from '@fynbos/event-store/audit/signature.ts';
import { verifyLog } from '@fynbos/event-store/audit/verify-log.ts';
import { compareLogs, copyEvents, NotACopy } from '@fynbos/event-store/move-events.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { migrateEventStore, postgresEventStore } from '@fynbos/event-store/postgres.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';
import { onInstanceDatabase } from './backup/instance-database.ts';
import { NotRunning } from './instance.ts';
import { type Pair, translatePositions } from './move/translate-positions.ts';
import { commandLine } from './terminal/command-line.ts';
import { CountBar } from './terminal/count-bar.ts';
import { endWith } from './terminal/end-with.ts';

const USAGE = `npm run move-events -- --to esdb://… [--switch]

Copies the event log from the store of this installation to another: order, ids, data, metadata and hashes as they are.
It may be cut off and run again, also while the product runs: it goes on where the target ends. At the end it goes through
both logs side by side and proves the target's chains and checkpoints. Exit code 1 when they are not equal.

  --to      esdb://… for EventStoreDB or KurrentDB, postgres://… for an embedded store in another database
  --switch  with the product stopped, after the last events were copied: read models and reactions go on in the new store
            where they stand. Then set EVENTSTORE_URL and start the product.`;

const { values } = commandLine(USAGE, {
  options: { to: { type: 'string' }, switch: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});

/** The store that an address names, and how to close it. */
async function openTarget(url: string): Promise<{ store: EventStore; close(): Promise<void> }> {
  if (/^postgres(ql)?:/.test(url)) {
    const pool = createPool(url, { applicationName: 'move-events', max: 4 });
    await migrateEventStore(pool);
    const store = postgresEventStore({ pool });
    return { store, close: () => store.close().then(() => pool.end()) };
  }
  const { eventStoreDb } = await import('@fynbos/event-store/eventstoredb.ts');
  const store = eventStoreDb(url);
  return { store, close: () => store.close() };
}

/** Throws where a process of the product works on the database. */
async function assertStopped(db: pg.Pool): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name in ('api', 'workers', 'workers-events', 'reactors')`,
  );
  if (rows.length > 0)
    throw new NotRunning(`Stop the product first: ${rows.map(({ name }) => name).join(', ')} still work.`);
}

async function move(source: EventStore, target: EventStore): Promise<{ pairs: Pair[]; equal: boolean }> {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  const { signal } = interrupted;
  const copying = new CountBar('events copied');
  await copyEvents(source, target, { signal, onProgress: (done) => copying.at(done, null) });
  copying.end();
  const comparing = new CountBar('events compared');
  const pairs: Pair[] = [];
  const { equal, difference } = await compareLogs(source, target, {
    signal,
    onProgress: (done) => comparing.at(done, null),
    onPair: (...pair) => void pairs.push(pair),
  });
  comparing.end();
  if (difference === null) console.log(`${equal} events, equal in order, ids, content and hashes.`);
  else console.log(`They differ at event ${difference.place}: ${JSON.stringify(difference)}`);
  return { pairs, equal: difference === null };
}

async function main(): Promise<number> {
  const { to } = values;
  if (values.help || to === undefined) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  return onInstanceDatabase(process.env, path.resolve(import.meta.dirname, '..'), async (config) => {
    const db = createPool(config.databaseUrl, { applicationName: 'move-events', max: 4 });
    const [{ store, log }, target] = [await openEventLog(config, db), await openTarget(to)];
    try {
      if (values.switch) await assertStopped(db);
      const { pairs, equal } = await move(store, target.store);
      if (!equal) return 1;
      const { publicKey } = await signerOf(log.keys);
      const { intact, count, covered } = await verifyLog(target.store, { keys: log.keys, publicKey });
      console.log(intact ? `INTACT, ${covered} events under checkpoints` : `NOT INTACT: ${count} findings`);
      if (!intact || !values.switch) return intact ? 0 : 1;
      await translatePositions(db, pairs);
      console.log('Read models and reactions go on in the new store. Set EVENTSTORE_URL and start the product.');
      return 0;
    } finally {
      await Promise.all([store.close(), target.close()]);
      await db.end();
    }
  });
}

await endWith(main, NotACopy);
