import type { Pool } from 'pg';
import { readModelTable } from '../engine/read-model.ts';
import { type RentalRow, rentals } from './rentals.ts';

/** A reservation with its facts and decision; null where none was recorded. */
export async function findRental(db: Pool, reservationNo: string): Promise<RentalRow | null> {
  const { rows } = await db.query<RentalRow>(
    `select * from ${readModelTable(rentals).sql} where "reservationNo" = $1`,
    [reservationNo],
  );
  return rows[0] ?? null;
}
