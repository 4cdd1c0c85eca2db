import type { Config } from '@fynbos/platform/config/config.ts';
import { ConfigurationError } from '@fynbos/platform/config/configuration-error.ts';
import { unknownSubjects } from '@fynbos/platform/crypto/keys.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { tableExists } from '@fynbos/platform/postgres.ts';
import { retryDuringStart } from '@fynbos/platform/start-retries.ts';
import { assertRestoreEnded } from '@fynbos/platform/unfinished-restore.ts';
import type pg from 'pg';
import { sealedUnder } from '../codec.ts';
import { StoreAccessDenied } from '../eventstoredb/connection.ts';
import { type OpenLog, openEventLog, openEventStoreDb } from '../open.ts';
import { type EventStore, StoreUnavailable } from '../port.ts';
import { assertLogHolds, startLogGuard } from './log-guard.ts';

export interface OwnLog extends OpenLog {
  /** Compares the log with the processed events at intervals. Close it before the store. */
  readonly guard: { close(): Promise<void> };
}

/** The database is new or belongs to another installation, and has no keys for the events' personal data. */
export class DatabaseWithoutKeys extends ConfigurationError {
  override readonly name = 'DatabaseWithoutKeys';
}

/** Events from the beginning of the log of which the keys are checked. */
const MAX_CHECKED_EVENTS = 100;

/** Throws `DatabaseWithoutKeys`. */
export async function assertKeysFor(store: EventStore, db: pg.Pool): Promise<void> {
  // Events are read before keys: a process that starts at the same time creates each key before it appends.
  const { events } = await store.readAll({ limit: MAX_CHECKED_EVENTS });
  const subjects = [...new Set(events.flatMap(sealedUnder))];
  if (subjects.length === 0) return;
  const isNew = !(await tableExists(db, 'keys."subjectKeys"'));
  if (!isNew && (await unknownSubjects(db, subjects)).length === 0) return;
  throw new DatabaseWithoutKeys(
    `EVENTSTORE_URL names a store that holds events already, and ${isNew ? 'the database that DATABASE_URL names is new' : 'DATABASE_URL names a database that has not the keys of its personal data'}. If the database was lost: restore the newest backup into a new, empty one with "npm run restore -- FOLDER"; the workers then rebuild the read models from the events. If one of the addresses is wrong: correct it. If this is a new installation: give it an event store without events (docs/operations.md, "A new database and an existing event log").`,
  );
}

/** Runs `call`, and retries it while the process starts and the event store does not answer. */
const retryDuringStartup = <Result>(call: () => Promise<Result>): Promise<Result> =>
  retryDuringStart(call, (error) => error instanceof StoreUnavailable && !(error instanceof StoreAccessDenied));

/**
 * Retries while the process starts; later calls have one attempt. An append may be repeated: the store recognises its
 * event ids.
 */
export const storeWithStartupRetry = (store: EventStore): EventStore => ({
  ...store,
  appendMany: (batch) => {
    let entries = batch;
    return retryDuringStartup(() => {
      const sent = entries;
      entries = batch.map(({ hints, ...entry }) => ({ ...entry, hints: { ...hints, areIdsFresh: false } }));
      return store.appendMany(sent);
    });
  },
  readStream: (...args) => retryDuringStartup(() => store.readStream(...args)),
  readStreams: (...args) => retryDuringStartup(() => store.readStreams(...args)),
  readLast: (...args) => retryDuringStartup(() => store.readLast(...args)),
  agesOf: (...args) => retryDuringStartup(() => store.agesOf(...args)),
  readAll: (...args) => retryDuringStartup(() => store.readAll(...args)),
  head: () => retryDuringStartup(() => store.head()),
  readEvent: (...args) => retryDuringStartup(() => store.readEvent(...args)),
});

/**
 * Waits for an unavailable store up to the startup limit. `db` outlives the log; `around` may wrap the store. Throws
 * `ConfigurationError` with the remedy where a restore has not ended, access is refused, the database is new although
 * events exist, or the log is not the one that was processed.
 */
export async function openOwnLog(
  config: Pick<Config, 'eventStoreUrl' | 'masterKey' | 'otherMasterKeys'>,
  db: pg.Pool,
  logger: Logger,
  around: (store: EventStore) => EventStore = (store) => store,
): Promise<OwnLog> {
  return accessExplained(async () => {
    const external = await openExternalStore(config, db);
    const opened = await openEventLog(config, db, external, (inner) => storeWithStartupRetry(around(inner)));
    await retryDuringStartup(() => assertLogHolds({ gate: opened.gate, db }));
    return { ...opened, guard: startLogGuard({ gate: opened.gate, db, logger }) };
  });
}

/** Throws where a restore has not ended, or the event store refuses access or holds another installation's events. */
export async function assertMayMigrate(config: Pick<Config, 'eventStoreUrl'>, db: pg.Pool): Promise<void> {
  await accessExplained(async () => (await openExternalStore(config, db))?.close());
}

/** The store that `EVENTSTORE_URL` names, checked against the database; undefined where Postgres stores the events. */
async function openExternalStore(
  { eventStoreUrl }: Pick<Config, 'eventStoreUrl'>,
  db: pg.Pool,
): Promise<EventStore | undefined> {
  await assertRestoreEnded(db);
  if (eventStoreUrl === null) return undefined;
  const external = await openEventStoreDb(eventStoreUrl, db);
  // Checked before the first table is created: a restore needs a database without tables.
  await retryDuringStartup(() => assertKeysFor(external, db));
  return external;
}

async function accessExplained<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof StoreAccessDenied)
      throw new ConfigurationError(
        'EVENTSTORE_URL: the event store does not accept the user name and password in it, or it names none and the store asks for one.',
      );
    throw error;
  }
}
