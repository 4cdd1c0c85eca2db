import type { Pool } from 'pg';
import { liveTable, rowOf, rowsOf } from '../engine/read-model.ts';
import { type RentalRow, rentals } from '../rentals/rentals.ts';
import { type RentalEventRow, rentalEventKey, rentalEvents } from './rental-events.ts';

const table = liveTable(rentalEvents);

/** The event that an integrator sent under an id; null where it sent none. */
export const findRentalEvent = (db: Pool, integratorId: string, eventId: string): Promise<RentalEventRow | null> =>
  rowOf(db, `select * from ${table} where "key" = $1`, [rentalEventKey(integratorId, eventId)]);

/** The reservations of an integrator's events by event id; unknown ids are absent. */
export async function reservationsOfEvents(
  db: Pool,
  integratorId: string,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<Pick<RentalEventRow, 'eventId' | 'reservationNo'>>({
    name: 'reservations-of-events',
    text: `select "eventId", "reservationNo" from ${table} where "key" = any($1)`,
    values: [eventIds.map((eventId) => rentalEventKey(integratorId, eventId))],
  });
  return new Map(rows.map((row) => [row.eventId, row.reservationNo]));
}

/** The reservations of an integrator's events with their facts, by event id in lower case; unknown ids are absent. */
export async function factsOfEvents(
  db: Pool,
  integratorId: string,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<RentalRow, 'reservationNo' | 'facts'>>> {
  const rows = await rowsOf<Pick<RentalRow, 'reservationNo' | 'facts'> & { eventId: string }>(
    db,
    `select lower(e."eventId") as "eventId", r."reservationNo", r.facts
     from ${table} e join ${liveTable(rentals)} r on r."reservationNo" = e."reservationNo" where e.key = any($1)`,
    [eventIds.map((eventId) => rentalEventKey(integratorId, eventId))],
  );
  return new Map(rows.map(({ eventId, ...row }) => [eventId, row]));
}

/** Recorded within a period, after a key, which begins with the integrator's id. */
export const eventsRecordedIn = (
  db: Pool,
  integratorId: string,
  [from, until]: readonly [string, string],
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Pick<RentalEventRow, 'key' | 'eventId' | 'reservationNo'>[]> =>
  rowsOf(
    db,
    `select key, "eventId", "reservationNo" from ${table}
     where key > $1 and key < $2 and "recordedAt" >= $3 and "recordedAt" < $4 order by key limit $5`,
    [after === '' ? `${integratorId} ` : after, `${integratorId}!`, from, until, limit],
  );
