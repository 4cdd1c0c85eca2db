import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type RecalculationRow, recalculations } from '@fynbos/projections/recalculations/recalculations.ts';
import type pg from 'pg';

/** Records how many reservations of a recalculation are booked. */
export async function noteProgress(db: pg.Pool, recalculationId: string, done: number, total: number): Promise<void> {
  await db.query(
    `insert into what_if.bookings ("recalculationId", done, total) values ($1, $2, $3)
     on conflict ("recalculationId") do update set done = $2, total = $3, "updatedAt" = now()`,
    [recalculationId, done, total],
  );
}

/** Whether an earlier release without digests had started to book a recalculation, so that a comparison would find its entries. */
export const isPartlyBooked = async (db: pg.Pool, recalculationId: string): Promise<boolean> =>
  ((await db.query('select from what_if.bookings where "recalculationId" = $1', [recalculationId])).rowCount ?? 0) > 0;

/** A recalculation with the progress of its booking; null before it begins. */
export type RecalculationProgress = RecalculationRow & { readonly done: number | null; readonly total: number | null };

/** The latest recalculations with their progress, newest first. */
export const latestRecalculations = async (db: pg.Pool): Promise<RecalculationProgress[]> =>
  (
    await db.query<RecalculationProgress>(
      `select r.*, b.done, b.total from ${readModelTable(recalculations).sql} r
       left join what_if.bookings b on b."recalculationId" = r.id order by r."orderedAt" desc limit 100`,
    )
  ).rows;
