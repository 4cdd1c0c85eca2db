import type { Day } from '@fynbos/domain/calendar.ts';
import type { Pool } from 'pg';
import { liveTable, rowsOf } from '../engine/read-model.ts';
import { incentives } from '../incentives/incentives.ts';
import { type BookingRow, bookings } from './bookings.ts';

/** The reservations of a tracking number that are not invoiced, returned on or after a day, by pick-up day. */
export const openBookings = (
  db: Pool,
  loyaltyTrackingNo: string,
  returnedFrom: Day,
  limit: number,
): Promise<readonly BookingRow[]> =>
  rowsOf(
    db,
    `select b.* from ${liveTable(bookings)} b
     where b."loyaltyTrackingNo" = $1 and b."returnOn" >= $2
       and not exists (select from ${liveTable(incentives)} i where i."reservationNo" = b."reservationNo")
     order by b."pickUpOn", b."reservationNo" limit $3`,
    [loyaltyTrackingNo, returnedFrom, limit],
  );
