import { sealedUnder } from '@fynbos/event-store/codec.ts';
import { StoreAccessDenied } from '@fynbos/event-store/eventstoredb-connection.ts';
import { type OpenLog, openEventLog, openEventStoreDb } from '@fynbos/event-store/open.ts';
import { type EventStore, StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { Config } from '@fynbos/platform/config.ts';
import { ConfigurationError } from '@fynbos/platform/configuration-error.ts';
import { unknownSubjects } from '@fynbos/platform/keys.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { isThere } from '@fynbos/platform/postgres.ts';
import { retriedAtStart } from '@fynbos/platform/start-retries.ts';
import { assertRestoreEnded } from '@fynbos/platform/unfinished-restore.ts';
import type pg from 'pg';
import { assertLogHolds, startLogGuard } from './log-guard.ts';

export interface OwnLog extends OpenLog {
  /** Goes on comparing the log with what was processed; closed before the store. */
  readonly guard: { close(): Promise<void> };
}

/** The events hold personal data for which the database has no keys: it is new, or of another installation. */
export class DatabaseWithoutKeys extends ConfigurationError {
  override readonly name = 'DatabaseWithoutKeys';
}

const FIRST_EVENTS = 100;

/**
 * Whether the database is the one that the events were written with: it has the keys of their personal data. Throws
 * `DatabaseWithoutKeys`, `StoreUnavailable` and what Postgres throws.
 */
export async function assertKeysFor(store: EventStore, db: pg.Pool): Promise<void> {
  // The events first: a process that starts beside this one makes each key before it appends.
  const { events } = await store.readAll({ limit: FIRST_EVENTS });
  const subjects = [...new Set(events.flatMap(sealedUnder))];
  if (subjects.length === 0) return;
  const isNew = !(await isThere(db, 'keys."subjectKeys"'));
  if (!isNew && (await unknownSubjects(db, subjects)).length === 0) return;
  throw new DatabaseWithoutKeys(
    `EVENTSTORE_URL names a store that holds events already, and ${isNew ? 'the database that DATABASE_URL names is new' : 'DATABASE_URL names a database that has not the keys of its personal data'}. If the database was lost: restore the newest backup into a new, empty one with "npm run restore -- FOLDER"; the workers then rebuild the read models from the events. If one of the addresses is wrong: correct it. If this is a new installation: give it an event store without events (docs/operations.md, "A new database and an existing event log").`,
  );
}

/** As `call`; while the process starts, an event store that does not answer makes it try again. */
const patient = <Result>(call: () => Promise<Result>): Promise<Result> =>
  retriedAtStart(call, (error) => error instanceof StoreUnavailable && !(error instanceof StoreAccessDenied));

/**
 * A store whose calls try again while the process starts. An append may be repeated: the store recognises the ids of its
 * events. Once the process is ready, each call has one attempt.
 */
export const patientStore = (store: EventStore): EventStore => ({
  ...store,
  append: (...given) => patient(() => store.append(...given)),
  appendMany: (...given) => patient(() => store.appendMany(...given)),
  readStream: (...given) => patient(() => store.readStream(...given)),
  readStreams: (...given) => patient(() => store.readStreams(...given)),
  readLast: (...given) => patient(() => store.readLast(...given)),
  agesOf: (...given) => patient(() => store.agesOf(...given)),
  readAll: (...given) => patient(() => store.readAll(...given)),
  head: () => patient(() => store.head()),
  readEvent: (...given) => patient(() => store.readEvent(...given)),
});

/**
 * Opens the event log for one of the product's processes, or throws `MustNotStart` with what to do: where a restore has not
 * ended, the event store does not let it in, the database is a new one beside events that exist, or the log is not the
 * one that was processed. Waits for a store that is not there yet as long as a start may take. `db` outlives it; `around` may wrap the store.
 */
export async function openOwnLog(
  config: Pick<Config, 'eventStoreUrl' | 'masterKey' | 'otherMasterKeys'>,
  db: pg.Pool,
  logger: Logger,
  around: (store: EventStore) => EventStore = (store) => store,
): Promise<OwnLog> {
  return accessExplained(async () => {
    const external = await openExternalStore(config, db);
    const opened = await openEventLog(config, db, external, (inner) => patientStore(around(inner)));
    await patient(() => assertLogHolds({ gate: opened.gate, db }));
    return { ...opened, guard: startLogGuard({ gate: opened.gate, db, logger }) };
  });
}

/**
 * What comes before the first table is made in a database: throws `MustNotStart` where a restore has not ended there, or
 * where the event store does not let the product in or holds events of another installation.
 */
export async function assertMayMigrate(config: Pick<Config, 'eventStoreUrl'>, db: pg.Pool): Promise<void> {
  await accessExplained(async () => (await openExternalStore(config, db))?.close());
}

/** The store that `EVENTSTORE_URL` names, checked against the database; undefined where the events lie in Postgres. */
async function openExternalStore(
  { eventStoreUrl }: Pick<Config, 'eventStoreUrl'>,
  db: pg.Pool,
): Promise<EventStore | undefined> {
  await assertRestoreEnded(db);
  if (eventStoreUrl === null) return undefined;
  const external = await openEventStoreDb(eventStoreUrl, db);
  // Before the first table is made: a restore needs a database without any.
  await patient(() => assertKeysFor(external, db));
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
