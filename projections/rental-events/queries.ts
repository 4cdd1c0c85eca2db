import type { Pool } from 'pg';
import { liveTable, rowOf } from '../engine/read-model.ts';
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
