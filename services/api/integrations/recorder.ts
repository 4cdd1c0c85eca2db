import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { rentalEventKey, rentalEvents } from '@fynbos/projections/rental-events/rental-events.ts';
import type { Pool } from 'pg';
import { RentalEventRecorder } from './record.ts';

/** The recorder of rental events, which knows earlier ids from the read model `rental-events`. */
export function recorderOf(log: EventLog, pool: Pool): RentalEventRecorder {
  const table = readModelTable(rentalEvents).sql;
  return new RentalEventRecorder(log, async (integratorId, eventIds) => {
    const keys = eventIds.map((eventId) => rentalEventKey(integratorId, eventId));
    const { rows } = await pool.query({
      name: 'known-rental-events',
      text: `select "eventId", "reservationNo" from ${table} where "key" = any($1)`,
      values: [keys],
    });
    return new Map(rows.map((row) => [row.eventId, row.reservationNo]));
  });
}
