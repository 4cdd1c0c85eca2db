import type { Config } from '@fynbos/platform/config/config.ts';
import { masterKeyOf, migrateKeys, openKeyRing } from '@fynbos/platform/crypto/keys.ts';
import type pg from 'pg';
import { EventLog } from './event-log.ts';
import { instrumented } from './instrumented.ts';
import { LogGate } from './log-gate.ts';
import type { EventStore } from './port.ts';
import { migrateEventStore } from './postgres/migrate.ts';
import { postgresEventStore } from './postgres/postgres.ts';
import { productSchemas } from './upcast.ts';

export interface OpenLog {
  readonly store: EventStore;
  readonly log: EventLog;
  /** Gives access to `store` and `log`. It refuses nothing until a guard sets a refusal. */
  readonly gate: LogGate;
}

type LogConfig = Pick<Config, 'eventStoreUrl' | 'masterKey'> & Partial<Pick<Config, 'otherMasterKeys'>>;

/**
 * EventStoreDB if `EVENTSTORE_URL` is set, otherwise Postgres; creates missing tables. `db` outlives the store.
 * `opened`: a store to use regardless of the configuration. `around` may wrap it.
 */
export async function openEventLog(
  { eventStoreUrl, masterKey, otherMasterKeys = [] }: LogConfig,
  db: pg.Pool,
  opened?: EventStore,
  around: (store: EventStore) => EventStore = (store) => store,
): Promise<OpenLog> {
  await migrateKeys(db);
  const inner = opened ?? (eventStoreUrl === null ? await embedded(db) : await openEventStoreDb(eventStoreUrl, db));
  const gate = new LogGate(inner);
  const store = instrumented(around(gate.store));
  const keys = await openKeyRing({ db, masterKeys: [masterKeyOf(masterKey), ...otherMasterKeys.map(masterKeyOf)] });
  return { store, gate, log: new EventLog({ store, keys, schemas: productSchemas }) };
}

async function embedded(db: pg.Pool): Promise<EventStore> {
  await migrateEventStore(db);
  return postgresEventStore({ db });
}

/** `db` supplies the time. Loaded on demand, because the gRPC client loads slowly. */
export async function openEventStoreDb(url: string, db: pg.Pool): Promise<EventStore> {
  const { eventStoreDb: open } = await import('./eventstoredb/eventstoredb.ts');
  return open(url, async () => (await db.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now as Date);
}
