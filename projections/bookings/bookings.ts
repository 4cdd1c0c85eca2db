import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import { z } from 'zod';
import { blankRow, keyText } from '../engine/columns.ts';
import { defineProjection } from '../engine/projection.ts';

/**
 * A reservation that an integrator sent before its invoice. Invoiced reservations are in `incentives`. Without a
 * tracking number, and otherwise blank, where only a cancellation or no-show has arrived.
 */
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
  /** Of that version; decides between two versions of the same instant. */
  eventId: z.string(),
});
export type BookingRow = z.output<typeof bookingRow>;

type BookingEvent = Extract<RentalEvent, { type: 'ReservationRecorded' | 'CancellationRecorded' | 'NoShowRecorded' }>;

/** Kept for a reservation that arrives later. */
const unreserved = (reservationNo: string): BookingRow => ({ ...blankRow(bookingRow), reservationNo });

const versionOf = ({ occurredAt, eventId }: Pick<BookingRow, 'occurredAt' | 'eventId'>) => `${occurredAt} ${eventId}`;

export const bookings = defineProjection<BookingRow, BookingEvent>({
  name: 'bookings',
  version: 2,
  row: bookingRow,
  primaryKey: 'reservationNo',
  indexes: ['("loyaltyTrackingNo", "returnOn")'],
  keys: ({ data }) => [data.reservationNo],
  handlers: {
    ReservationRecorded: (row, { data }) => {
      const version = { occurredAt: new Date(data.occurredAt).toISOString(), eventId: data.eventId };
      if (row && versionOf(row) > versionOf(version)) return row;
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
        ...version,
      };
    },
    CancellationRecorded: (row, _event, key) => ({ ...(row ?? unreserved(key)), isCancelled: true }),
    NoShowRecorded: (row, _event, key) => ({ ...(row ?? unreserved(key)), isNoShow: true }),
  },
});
