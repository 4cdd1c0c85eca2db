import { ConfigurationError } from '@fynbos/platform/config/configuration-error.ts';
import { tableExists } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';
import { containsEventAt, type LogPosition } from '../log-position.ts';
import type { EventStore } from '../port.ts';

/** Read models and reactions belong to another event store than the one that was opened. */
export class WrongEventStore extends ConfigurationError {
  override readonly name = 'WrongEventStore';
}

/**
 * Writes in the transaction of `client` that moves the positions there. Stores the position of an event, no address: a
 * copy holds the same events at other positions.
 */
export async function markStoreIdentity(client: pg.ClientBase, { eventId, position }: LogPosition): Promise<void> {
  await client.query('create table if not exists engine.places ("eventId" uuid not null, "position" text not null)');
  await client.query('delete from engine.places');
  await client.query('insert into engine.places values ($1, $2)', [eventId, position]);
}

/** The mark that `markStoreIdentity` recorded; null where the log was never moved. Throws Postgres errors. */
export async function storeIdentityMark(db: pg.Pool | pg.ClientBase): Promise<LogPosition | null> {
  if (!(await tableExists(db, 'engine.places'))) return null;
  const { rows } = await db.query<LogPosition>('select "eventId", "position" from engine.places');
  return rows[0] ?? null;
}

/** With another store, read models and reactions would process the whole log again. Throws `WrongEventStore`. */
export async function assertStoreIdentity(store: EventStore, db: pg.Pool | pg.ClientBase): Promise<void> {
  const mark = await storeIdentityMark(db);
  if (mark && !(await containsEventAt(store, mark)))
    throw new WrongEventStore(
      'Read models and reactions belong to another event store, to which the log was moved. Set EVENTSTORE_URL to that store (remove it for the store in Postgres).',
    );
}

/** The event that holds the latest signed checkpoint. */
export interface SignedMark extends LogPosition {
  /** The revision in the stream of checkpoints. */
  readonly revision: number;
  /** The hash of the hash chain. */
  readonly hash: string;
}

/** The table of the one `SignedMark`, created when the log is signed for the first time. */
export const SIGNED_MARK_TABLE = 'engine.signed';

/** Records the event of the latest signed checkpoint outside the log, for `log-guard.ts`. Throws Postgres errors. */
export async function markSigned(db: pg.Pool, { revision, eventId, position, hash }: SignedMark): Promise<void> {
  // Several statements in one query form one transaction. The lock is needed because two processes may sign at once.
  await db.query(
    `select pg_advisory_xact_lock(hashtextextended('${SIGNED_MARK_TABLE}', 0)); create schema if not exists engine;
     create table if not exists ${SIGNED_MARK_TABLE} ("only" boolean primary key default true check ("only"),
       "revision" int not null, "eventId" uuid not null, "position" text not null, "hash" text not null)`,
  );
  await db.query(
    `insert into ${SIGNED_MARK_TABLE} ("revision", "eventId", "position", "hash") values ($1, $2, $3, $4)
     on conflict ("only") do update set "revision" = $1, "eventId" = $2, "position" = $3, "hash" = $4
       where signed."revision" <= $1`,
    [revision, eventId, position, hash],
  );
}

/** The mark that `markSigned` recorded; null where the log was never signed. Throws Postgres errors. */
export async function signedMark(db: pg.Pool | pg.ClientBase): Promise<SignedMark | null> {
  if (!(await tableExists(db, SIGNED_MARK_TABLE))) return null;
  const { rows } = await db.query<SignedMark>(
    `select "revision", "eventId", "position", "hash" from ${SIGNED_MARK_TABLE}`,
  );
  return rows[0] ?? null;
}
