import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { rentalEventKey, rentalEvents } from '@fynbos/projections/rental-events/rental-events.ts';
import type { Pool } from 'pg';
import { RentalEventRecorder } from './record.ts';

/** The recorder of rental events, which knows earlier ids and reservations from the read models. */
export function recorderOf(log: EventLog, pool: Pool): RentalEventRecorder {
  const ids = readModelTable(rentalEvents).sql;
  const reservations = readModelTable(incentives).sql;
  const known = async (integratorId: string, eventIds: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const keys = eventIds.map((eventId) => rentalEventKey(integratorId, eventId));
    const { rows } = await pool.query({
      name: 'known-rental-events',
      text: `select "eventId", "reservationNo" from ${ids} where "key" = any($1)`,
      values: [keys],
    });
    return new Map(rows.map((row) => [row.eventId, row.reservationNo]));
  };
  const begun = async (reservationNos: readonly string[]): Promise<ReadonlySet<string>> => {
    const { rows } = await pool.query({
      name: 'known-reservations',
      text: `select "reservationNo" from ${reservations} where "reservationNo" = any($1)`,
      values: [reservationNos],
    });
    return new Set(rows.map((row) => row.reservationNo));
  };
  return new RentalEventRecorder(log, known, begun);
}
