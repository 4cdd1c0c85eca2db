import type { Day } from '@fynbos/domain/calendar.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import { defineProjection } from '../engine/projection.ts';

/** A reservation that an integrator sent before its invoice. Invoiced reservations are in `incentives`. */
export interface BookingRow {
  reservationNo: string;
  loyaltyTrackingNo: string | null;
  reservedOn: Day;
  promoCode: string | null;
  rateCode: string;
  vehicleGroup: string;
  pickupBranch: string;
  returnBranch: string;
  pickUpOn: Day;
  returnOn: Day;
  expectedRevenueCents: Cents | null;
  isCancelled: boolean;
  isNoShow: boolean;
  /** The newest version of the reservation counts, independent of the order of arrival. */
  occurredAt: string;
}

type BookingEvent = Extract<RentalEvent, { type: 'ReservationRecorded' | 'CancellationRecorded' | 'NoShowRecorded' }>;

/** Read model `bookings`, by reservation. */
export const bookings = defineProjection<BookingRow, BookingEvent>({
  name: 'bookings',
  version: 1,
  table: {
    columns: {
      reservationNo: 'text collate "C"',
      loyaltyTrackingNo: 'text',
      reservedOn: 'text',
      promoCode: 'text',
      rateCode: 'text',
      vehicleGroup: 'text',
      pickupBranch: 'text',
      returnBranch: 'text',
      pickUpOn: 'text',
      returnOn: 'text',
      expectedRevenueCents: 'bigint',
      isCancelled: 'boolean',
      isNoShow: 'boolean',
      occurredAt: 'text',
    },
    primaryKey: 'reservationNo',
    indexes: ['("loyaltyTrackingNo", "returnOn")'],
  },
  keys: ({ data }) => [data.reservationNo],
  handlers: {
    ReservationRecorded: (row, { data }) => {
      const occurredAt = new Date(data.occurredAt).toISOString();
      if (row && row.occurredAt > occurredAt) return row;
      const { reservationNo, loyaltyTrackingNo, reservation, pickUpOn, returnOn, expectedRevenueCents } = data;
      return {
        ...{ reservationNo, loyaltyTrackingNo, ...reservation, pickUpOn, returnOn, expectedRevenueCents },
        ...{ isCancelled: row?.isCancelled ?? false, isNoShow: row?.isNoShow ?? false, occurredAt },
      };
    },
    CancellationRecorded: (row) => row && { ...row, isCancelled: true },
    NoShowRecorded: (row) => row && { ...row, isNoShow: true },
  },
});
