import { OPENING_BALANCE } from '@fynbos/domain/rental/reasons.ts';
import type { Pool } from 'pg';
import { readModelTable } from '../engine/read-model.ts';
import { incentives } from './incentives.ts';

const table = readModelTable(incentives).sql;

/** Which of these reservations have a decision. */
export async function existingReservations(
  pool: Pool,
  reservationNos: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ reservationNo: string }>({
    name: 'existing-reservations',
    text: `select "reservationNo" from ${table} where "reservationNo" = any($1)`,
    values: [reservationNos],
  });
  return new Set(rows.map(({ reservationNo }) => reservationNo));
}

/** Whether the agent's opening balance already contains the reservation, so that its decision owes nothing. */
export async function isInOpeningBalance(pool: Pool, reservationNo: string): Promise<boolean> {
  const { rowCount } = await pool.query(`select from ${table} where "reservationNo" = $1 and reason = $2`, [
    reservationNo,
    OPENING_BALANCE,
  ]);
  return rowCount !== 0;
}
