import type { Pool } from 'pg';
import { columnOf, liveTable, rowOf, rowsOf } from '../engine/read-model.ts';
import { type RentalRow, rentals } from './rentals.ts';

/** A reservation with its facts and decision; null where none was recorded. */
export const findRental = (db: Pool, reservationNo: string): Promise<RentalRow | null> =>
  rowOf(db, `select * from ${liveTable(rentals)} where "reservationNo" = $1`, [reservationNo]);

/** The reservations with facts recorded since an instant that were invoiced by a day and have a fact after another. */
export const changedAfterInvoice = (
  db: Pool,
  since: string,
  changedAfter: string,
  invoicedBy: string,
): Promise<readonly string[]> =>
  columnOf(
    db,
    'reservationNo',
    `select "reservationNo" from ${liveTable(rentals)}
     where version > 1 and "lastRecordedAt" >= $1
       and exists (select from json_array_elements(facts) f where f->>'invoiceDate' <= $3)
       and exists (select from json_array_elements(facts) f
         where coalesce(f->>'invoiceDate', f->>'creditDate', f->>'cancelledOn', f->>'noShowOn') > $2)
     order by 1`,
    [since, changedAfter, invoicedBy],
  );

/** A reservation with an invoice and no decision, or with a decision and no invoice. */
export interface UnmatchedDecision {
  readonly reservationNo: string;
  readonly decided: boolean;
}

/** Such reservations, and the number of all. */
export async function unmatchedDecisions(
  db: Pool,
): Promise<{ readonly examined: number; readonly found: readonly UnmatchedDecision[] }> {
  const isDecided = `decision::text is not null and decision::text <> 'null'`;
  const hasInvoice = `exists (select from json_array_elements(facts) as fact where fact->>'type' = 'InvoiceRecorded')`;
  const found = await rowsOf<UnmatchedDecision>(
    db,
    `select "reservationNo", ${isDecided} as decided from ${liveTable(rentals)}
     where (${isDecided}) <> ${hasInvoice} order by 1`,
  );
  const [examined = 0] = await columnOf<number>(db, 'n', `select count(*)::int as n from ${liveTable(rentals)}`);
  return { examined, found };
}
