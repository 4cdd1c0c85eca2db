import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import { z } from 'zod';
import { keyText } from '../engine/columns.ts';
import { defineProjection } from '../engine/projection.ts';

/** A reservation that an integrator sent before its invoice. Invoiced reservations are in `incentives`. */
export const bookingRow = z.object({
  reservationNo: keyText,
  loyaltyTrackingNo: z.string().nullable(),
  reservedOn: z.string(),
  promoCode: z.string().nullable(),
  rateCode: z.string(),
  vehicleGroup: z.string(),
  pickupBranch: z.string(),
  returnBranch: z.string(),
  pickUpOn: z.string(),
  returnOn: z.string(),
  expectedRevenueCents: z.int().nullable(),
  isCancelled: z.boolean(),
  isNoShow: z.boolean(),
  /** The newest version of the reservation counts, independent of the order of arrival. */
  occurredAt: z.string(),
});
export type BookingRow = z.output<typeof bookingRow>;

type BookingEvent = Extract<RentalEvent, { type: 'ReservationRecorded' | 'CancellationRecorded' | 'NoShowRecorded' }>;

export const bookings = defineProjection<BookingRow, BookingEvent>({
  name: 'bookings',
  version: 1,
  row: bookingRow,
  primaryKey: 'reservationNo',
  indexes: ['("loyaltyTrackingNo", "returnOn")'],
  keys: ({ data }) => [data.reservationNo],
  handlers: {
    ReservationRecorded: (row, { data }) => {
      const occurredAt = new Date(data.occurredAt).toISOString();
      if (row && row.occurredAt > occurredAt) return row;
      const { reservationNo, loyaltyTrackingNo, reservation, pickUpOn, returnOn, expectedRevenueCents } = data;
      return {
        reservationNo,
        loyaltyTrackingNo,
        ...reservation,
        pickUpOn,
        returnOn,
        expectedRevenueCents,
        isCancelled: row?.isCancelled ?? false,
        isNoShow: row?.isNoShow ?? false,
        occurredAt,
      };
    },
    CancellationRecorded: (row) => row && { ...row, isCancelled: true },
    NoShowRecorded: (row) => row && { ...row, isNoShow: true },
  },
});
