import { FIRST_DAY } from '@fynbos/domain/calendar.ts';
import { INVISIBLE_MESSAGE, isVisible } from '@fynbos/domain/identity/visible-text.ts';
import { centsOfRand, MAX_CENTS, randOfCents } from '@fynbos/domain/money.ts';
import { holdReasons, rentalEvents } from '@fynbos/domain/rental/events.ts';
import { z } from 'zod';
import { day as dayField, instant } from '../http/fields.ts';
import '../http/validate.ts';

/** The largest T&K revenue accepted for one rental, in Rand. */
const MAX_REVENUE = randOfCents(MAX_CENTS);

const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Must not be blank.')
    .max(max, `At most ${max} characters.`)
    .refine(isVisible, INVISIBLE_MESSAGE);
const name = text(200);
const number = text(64);
/** Null and blank both mean no value. */
const numberOrNull = z
  .string()
  .trim()
  .max(64, 'At most 64 characters.')
  .refine(isVisible, INVISIBLE_MESSAGE)
  .nullable()
  .transform((value) => value || null);
const day = dayField();
const rand = z
  .number('Must be a number.')
  .max(MAX_REVENUE, `At most ${MAX_REVENUE}.`)
  .refine((value) => centsOfRand(value) !== null, 'Must be Rand with at most two decimals, not negative.');

const common = {
  eventId: z.guid('Must be a UUID.').transform((id) => id.toLowerCase()),
  occurredAt: instant().refine((text) => text >= FIRST_DAY, 'Must be an instant after 1900.'),
  reservationNo: number,
};
const terms = {
  promoCode: numberOrNull,
  rateCode: number,
  vehicleGroup: number,
  pickupBranch: number,
  returnBranch: number,
};

/** A rental event as an integrator sends it. An unknown field is rejected with its path. */
export const rentalEventSchema = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('reservation'),
      ...common,
      loyaltyTrackingNo: numberOrNull,
      reservation: z.strictObject({ reservedOn: day, ...terms }),
      pickUpOn: day,
      returnOn: day,
      expectedRevenue: rand.nullable(),
    }),
    z.strictObject({
      type: z.literal('invoice'),
      ...common,
      invoiceNo: number,
      invoiceDate: day,
      loyaltyTrackingNo: numberOrNull,
      marketSector: name,
      driverName: name,
      tkRevenue: rand,
      reservation: z.strictObject({ reservedOn: day, ...terms }),
      rental: z.strictObject({ ...terms, pickedUpOn: day, returnedOn: day }),
    }),
    z.strictObject({
      type: z.literal('credit-note'),
      ...common,
      creditNoteNo: number,
      invoiceNo: number,
      creditDate: day,
    }),
    z.strictObject({ type: z.literal('cancellation'), ...common, cancelledOn: day }),
    z.strictObject({ type: z.literal('no-show'), ...common, noShowOn: day }),
    z.strictObject({
      type: z.literal('hold'),
      ...common,
      holdId: number,
      holdReason: z.enum(holdReasons),
      placedOn: day,
    }),
    z.strictObject({ type: z.literal('release'), ...common, holdId: number, releasedOn: day }),
  ],
  'Must be one of reservation, invoice, credit-note, cancellation, no-show, hold, release.',
);
export type RentalEventInput = z.output<typeof rentalEventSchema>;

const internal = { contentHash: true, integratorId: true } as const;
const stored = { recordedAt: z.string() };
const {
  ReservationRecorded,
  InvoiceRecorded,
  CreditNoteRecorded,
  CancellationRecorded,
  NoShowRecorded,
  HoldPlaced,
  HoldReleased,
} = rentalEvents;

/** A recorded rental event as integrators read it. */
export const storedRentalEventSchema = z.discriminatedUnion('type', [
  ReservationRecorded.omit({ ...internal, expectedRevenueCents: true }).extend({
    type: z.literal('reservation'),
    expectedRevenue: z.number().nullable(),
    ...stored,
  }),
  InvoiceRecorded.omit({ ...internal, tkRevenueCents: true, personal: true }).extend({
    type: z.literal('invoice'),
    tkRevenue: z.number(),
    /** Only present when the event is read by its id; absent after erasure of the driver's data. */
    driverName: z.string().optional(),
    ...stored,
  }),
  CreditNoteRecorded.omit(internal).extend({ type: z.literal('credit-note'), ...stored }),
  CancellationRecorded.omit(internal).extend({ type: z.literal('cancellation'), ...stored }),
  NoShowRecorded.omit(internal).extend({ type: z.literal('no-show'), ...stored }),
  HoldPlaced.omit(internal).extend({ type: z.literal('hold'), ...stored }),
  HoldReleased.omit(internal).extend({ type: z.literal('release'), ...stored }),
]);
