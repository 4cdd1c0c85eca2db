import { signerOf } from '@fynbos/event-store/audit/signature.ts';
import { verifyLog } from '@fynbos/event-store/audit/verify-log.ts';
import { containsEventAt } from '@fynbos/event-store/log-position.ts';
import {
  type CompareOptions,
  compareLogs,
  copyEvents,
  equalPairs,
  type LogComparison,
  TargetDiffers,
} from '@fynbos/event-store/move-events.ts';
import { type OpenLog, openEventLog } from '@fynbos/event-store/open.ts';
import { assertStoreIdentity, storeIdentityMark } from '@fynbos/event-store/own-log/store-identity.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { accessOf, grantToApp } from '@fynbos/platform/database-roles.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';
import { onInstanceDatabase } from './backup/instance-database.ts';
import { NotRunning } from './instance.ts';
import { NotSwitched, switchStore } from './move-events/switch-store.ts';
import { ProgressBar } from './terminal/progress-bar.ts';
import { abortOnInterrupt, runCommand, UsageError } from './terminal/run-command.ts';

const USAGE = `npm run move-events -- --to esdb://… [--switch]

Copies the event log of this installation to another store with its order, ids, data, metadata and hashes.
It can be interrupted and repeated, also while the portal runs: it continues at the end of the target. At the end it
verifies the target's hash chains and checkpoints and compares both logs. Exit code 1 when they differ.

  --to      esdb://… for EventStoreDB or KurrentDB, postgres://… for an embedded store in another database, embedded for
            the one of this installation (to go back)
  --switch  with the portal stopped, after the last events were copied: moves the checkpoints of read models and reactions
            to the new store. Then set EVENTSTORE_URL (or remove it, for embedded) and start the portal. Repeating a
            finished switch changes nothing.`;

const COMMAND = {
  usage: USAGE,
  options: { to: { type: 'string' }, switch: { type: 'boolean' } },
  expectedErrors: [TargetDiffers, NotSwitched],
} as const;

/** Opens the store of an address; `db` is the database of this installation. */
async function openTarget(url: string, db: pg.Pool): Promise<{ store: EventStore; close(): Promise<void> }> {
  if (url === 'embedded') {
    await migrateEventStore(db);
    const store = postgresEventStore({ db });
    return { store, close: () => store.close() };
  }
  if (/^postgres(ql)?:/.test(url)) {
    const db = createPool(url, { applicationName: 'move-events', max: 4 });
    await migrateEventStore(db);
    const store = postgresEventStore({ db });
    return { store, close: () => store.close().then(() => db.end()) };
  }
  const { eventStoreDb } = await import('@fynbos/event-store/eventstoredb/eventstoredb.ts');
  const store = eventStoreDb(url);
  return { store, close: () => store.close() };
}

/** Application names of the processes, and of the commands that change checkpoints. */
const PROCESSES = ['api', 'workers', 'workers-events', 'reactors', 'reactors-checkpoints', 'demo', 'replay', 'restore'];

/** Throws if a process works on the database. */
async function assertStopped(db: pg.Pool): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name = any($1)`,
    [PROCESSES],
  );
  if (rows.length > 0)
    throw new NotRunning(`Stop the portal first. Still running: ${rows.map(({ name }) => name).join(', ')}.`);
}

/** The logs differ; the difference was printed. */
class LogsDiffer extends Error {}

function printComparison({ equal, difference, hasMore }: LogComparison): void {
  const rest = hasMore ? ' The portal has appended further events since; the next run copies them.' : '';
  if (difference === null) console.log(`${equal} events, equal in order, ids, content and hashes.${rest}`);
  else console.log(`The logs differ at event ${difference.ordinal}: ${JSON.stringify(difference)}`);
}

/** Streams the pairs of two equal logs. Throws `LogsDiffer`. */
async function* pairsOf(
  source: EventStore,
  target: EventStore,
  options: CompareOptions,
): ReturnType<typeof equalPairs> {
  const comparing = new ProgressBar('events compared');
  const result = yield* equalPairs(source, target, { ...options, onProgress: (done) => comparing.at(done, null) });
  comparing.end();
  printComparison(result);
  if (result.difference !== null) throw new LogsDiffer();
  return result;
}

/** `onEqual` receives the positions of each event in both logs. Returns whether they are equal. */
async function moveAndCompare(
  { store, log }: OpenLog,
  target: EventStore,
  { sourceGrows }: Required<Pick<CompareOptions, 'sourceGrows'>>,
  onEqual: (pairs: ReturnType<typeof pairsOf>) => Promise<void>,
): Promise<boolean> {
  const signal = abortOnInterrupt();
  const copying = new ProgressBar('events copied');
  await copyEvents(store, target, { signal, onProgress: (done) => copying.at(done, null) });
  copying.end();
  const { publicKey } = await signerOf(log.keys);
  const { intact, count, covered } = await verifyLog(target, { keys: log.keys, publicKey });
  console.log(intact ? `INTACT, ${covered} events under checkpoints` : `NOT INTACT: ${count} findings`);
  if (!intact) {
    printComparison(await compareLogs(store, target, { signal, sourceGrows }));
    return false;
  }
  try {
    await onEqual(pairsOf(store, target, { signal, sourceGrows }));
    return true;
  } catch (error) {
    if (error instanceof LogsDiffer) return false;
    throw error;
  }
}

const NEXT_STEP =
  'Read models and reactions continue in the new store. Set EVENTSTORE_URL (remove it for the store in Postgres) and start the portal.';

/** Whether the switch is done. Throws `WrongEventStore` if the checkpoints belong to neither store. */
async function isSwitched(db: pg.Pool, source: EventStore, target: EventStore): Promise<boolean> {
  const mark = await storeIdentityMark(db);
  if (mark && (await containsEventAt(target, mark))) return true;
  await assertStoreIdentity(source, db);
  return false;
}

/** Reads all pairs, which compares the logs. */
async function readAllPairs(pairs: ReturnType<typeof pairsOf>): Promise<void> {
  for (let one = await pairs.next(); !one.done; ) one = await pairs.next();
}

await runCommand(COMMAND, async ({ values: { to, switch: isSwitch } }) => {
  if (to === undefined) throw new UsageError('Give the target with --to.');
  return onInstanceDatabase(async (config) => {
    // Creates tables and changes checkpoints of all schemas, which needs the owner role.
    const access = accessOf(config);
    const db = createPool(access.ownerUrl, { applicationName: 'move-events', max: 4 });
    const [source, target] = [await openEventLog(config, db), await openTarget(to, db)];
    try {
      if (!isSwitch) return (await moveAndCompare(source, target.store, { sourceGrows: true }, readAllPairs)) ? 0 : 1;
      // Before anything is copied: after a switch the new store may have new events, which the old one must not get.
      if (await isSwitched(db, source.store, target.store)) {
        console.log(`The switch is already done; nothing was changed. ${NEXT_STEP}`);
        return 0;
      }
      await assertStopped(db);
      const stores = { db, source: source.store, target: target.store, assertStopped: () => assertStopped(db) };
      // Compared within the transaction of the switch, so that a difference rolls it back.
      const onEqual = (pairs: ReturnType<typeof pairsOf>) => switchStore({ ...stores, pairs });
      if (!(await moveAndCompare(source, target.store, { sourceGrows: false }, onEqual))) return 1;
      console.log(NEXT_STEP);
      return 0;
    } finally {
      await Promise.all([source.store.close(), target.close()]);
      await db.end();
      await grantToApp(access);
    }
  });
});
