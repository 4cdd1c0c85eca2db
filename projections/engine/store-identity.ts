import { containsEventAt, type LogPosition } from '@fynbos/event-store/log-position.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { ConfigurationError } from '@fynbos/platform/configuration-error.ts';
import { isThere } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';

/** Read models and reactions stand in another event store than the one that was opened. */
export class WrongEventStore extends ConfigurationError {
  override readonly name = 'StandsElsewhere';
}

/**
 * Keeps in which store read models and reactions stand, in the transaction of `client` that moves them there. By an event's
 * place and not by an address: a copy holds the same events, but at positions of its own. Throws what Postgres throws.
 */
export async function markStoreIdentity(client: pg.ClientBase, { eventId, position }: LogPosition): Promise<void> {
  await client.query('create table if not exists engine.places ("eventId" uuid not null, "position" text not null)');
  await client.query('delete from engine.places');
  await client.query('insert into engine.places values ($1, $2)', [eventId, position]);
}

/** What `markPlaces` kept; null where the log was never moved. Throws what Postgres throws. */
export async function storeIdentityMark(db: pg.Pool | pg.ClientBase): Promise<LogPosition | null> {
  if (!(await isThere(db, 'engine.places'))) return null;
  const { rows } = await db.query<LogPosition>('select "eventId", "position" from engine.places');
  return rows[0] ?? null;
}

/**
 * What each process asks before it takes anything: in a store in which they do not stand, read models and reactions would
 * take the whole log once more. Throws `StandsElsewhere`, `StoreUnavailable` and what Postgres throws.
 */
export async function assertStoreIdentity(store: EventStore, db: pg.Pool | pg.ClientBase): Promise<void> {
  const mark = await storeIdentityMark(db);
  if (mark && !(await containsEventAt(store, mark)))
    throw new WrongEventStore(
      'Read models and reactions stand in another event store, to which the log was moved: name it by EVENTSTORE_URL (for the store in Postgres leave that out).',
    );
}

/** The event that holds the latest signed checkpoint. */
export interface SignedMark extends LogPosition {
  /** In the stream of checkpoints. */
  readonly revision: number;
  /** Of the hash chain. */
  readonly hash: string;
}

/** The table of the one `SignedMark`; made when the log is signed for the first time. */
export const SIGNED = 'engine.signed';

/** Keeps the event of the latest signed checkpoint outside the log, where `log-guard.ts` finds it. Throws what Postgres throws. */
export async function markSigned(db: pg.Pool, { revision, eventId, position, hash }: SignedMark): Promise<void> {
  // One query of several statements is one transaction. The lock: two processes may sign at once.
  await db.query(
    `select pg_advisory_xact_lock(hashtextextended('${SIGNED}', 0)); create schema if not exists engine;
     create table if not exists ${SIGNED} ("only" boolean primary key default true check ("only"),
       "revision" int not null, "eventId" uuid not null, "position" text not null, "hash" text not null)`,
  );
  await db.query(
    `insert into ${SIGNED} ("revision", "eventId", "position", "hash") values ($1, $2, $3, $4)
     on conflict ("only") do update set "revision" = $1, "eventId" = $2, "position" = $3, "hash" = $4
       where signed."revision" <= $1`,
    [revision, eventId, position, hash],
  );
}

/** What `markSigned` kept; null where the log was never signed. Throws what Postgres throws. */
export async function signedMark(db: pg.Pool | pg.ClientBase): Promise<SignedMark | null> {
  if (!(await isThere(db, SIGNED))) return null;
  const { rows } = await db.query<SignedMark>(`select "revision", "eventId", "position", "hash" from ${SIGNED}`);
  return rows[0] ?? null;
}
