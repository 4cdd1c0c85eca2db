import { holdsPlace, type Place } from '@fynbos/event-store/place.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { MustNotStart } from '@fynbos/platform/must-not-start.ts';
import { isThere } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';

/** Read models and reactions stand in another event store than the one that was opened. */
export class StandsElsewhere extends MustNotStart {
  override readonly name = 'StandsElsewhere';
}

/**
 * Keeps in which store read models and reactions stand, in the transaction of `client` that moves them there. By an event's
 * place and not by an address: a copy holds the same events, but at positions of its own. Throws what Postgres throws.
 */
export async function markPlaces(client: pg.ClientBase, { eventId, position }: Place): Promise<void> {
  await client.query('create table if not exists engine.places ("eventId" uuid not null, "position" text not null)');
  await client.query('delete from engine.places');
  await client.query('insert into engine.places values ($1, $2)', [eventId, position]);
}

/** What `markPlaces` kept; null where the log was never moved. Throws what Postgres throws. */
export async function placesMark(db: pg.Pool | pg.ClientBase): Promise<Place | null> {
  if (!(await isThere(db, 'engine.places'))) return null;
  const { rows } = await db.query<Place>('select "eventId", "position" from engine.places');
  return rows[0] ?? null;
}

/**
 * What each process asks before it takes anything: in a store in which they do not stand, read models and reactions would
 * take the whole log once more. Throws `StandsElsewhere`, `StoreUnavailable` and what Postgres throws.
 */
export async function assertPlacesOf(store: EventStore, db: pg.Pool | pg.ClientBase): Promise<void> {
  const mark = await placesMark(db);
  if (mark && !(await holdsPlace(store, mark)))
    throw new StandsElsewhere(
      'Read models and reactions stand in another event store, to which the log was moved: name it by EVENTSTORE_URL (for the store in Postgres leave that out).',
    );
}
