import type { Position } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { z } from 'zod';
import type { BlockedEvent } from './fold.ts';
import { rowsOf } from './read-model.ts';

/** An event that waits behind a blocked key, with its position. */
export interface BlockedKeyPosition {
  readonly eventId: string;
  readonly position: Position;
}

/** A key that is blocked because its fold could not process an event. */
export const blockedKey = z.object({
  projection: z.string(),
  key: z.string(),
  eventId: z.string(),
  position: z.string(),
  errorCode: z.string(),
  errorMessage: z.string(),
  parkedAt: z.date(),
  /** Number of waiting events of this key, including the failed one. */
  waiting: z.int(),
});
type BlockedKey = Readonly<z.output<typeof blockedKey>>;

/** Blocked keys of one read model or reaction, or of all; the oldest first. */
export const blockedKeys = (db: pg.Pool, projection?: string): Promise<readonly BlockedKey[]> =>
  rowsOf(
    db,
    `select p."projection", p."key", p."eventId", p."position", p."errorCode", p."errorMessage", p."parkedAt",
       (select count(*)::int from engine."parkedEvents" e where e."projection" = p."projection" and e."key" = p."key") as "waiting"
     from engine.parked p where $1::text is null or p."projection" = $1 order by p."parkedAt", p."key"`,
    [projection ?? null],
  );

/** The events of a blocked key in order, the failed one first; at most `limit`. */
export const waitingEvents = (
  db: pg.Pool,
  projection: string,
  key: string,
  limit: number,
): Promise<readonly BlockedKeyPosition[]> =>
  rowsOf(
    db,
    `select "eventId", "position" from engine."parkedEvents" where "projection" = $1 and "key" = $2 order by "seq" limit $3`,
    [projection, key, limit],
  );

/** Stores the events in order, in the transaction of `client`. A key's first event carries its error. */
export async function blockKey(
  client: pg.ClientBase,
  id: string,
  partition: number,
  events: readonly BlockedEvent[],
): Promise<void> {
  const failed = events.filter((event) => event.error);
  await client.query(
    `insert into engine.parked ("projection", "key", "partition", "eventId", "position", "errorCode", "errorMessage")
     select $1, r."key", $2, r."eventId", r."position", r."code", r."message"
     from json_to_recordset($3::json) as r("key" text, "eventId" uuid, "position" text, "code" text, "message" text)`,
    [id, partition, JSON.stringify(failed.map(({ error, ...event }) => ({ ...event, ...error })))],
  );
  await client.query(
    `insert into engine."parkedEvents" ("projection", "key", "eventId", "position")
     select $1, r."key", r."eventId", r."position"
     from rows from (json_to_recordset($2::json) as ("key" text, "eventId" uuid, "position" text))
       with ordinality as r("key", "eventId", "position", "at") order by "at"`,
    [id, JSON.stringify(events)],
  );
}
