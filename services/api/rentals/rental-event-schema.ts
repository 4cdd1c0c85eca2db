import { addDays, type Day, dayOf, FIRST_DAY } from '@fynbos/domain/calendar.ts';
import { INVISIBLE_MESSAGE, isVisible } from '@fynbos/domain/identity/visible-text.ts';
import { centsOfRand, MAX_CENTS, randOfCents } from '@fynbos/domain/money.ts';
import { type FactEvent, holdReasons } from '@fynbos/domain/rental/events.ts';
import { z } from 'zod';
import { day as dayField } from '../http/fields.ts';
import '../http/zod-messages.ts';

/** The largest T&K revenue taken for one rental, in Rand: a figure above it is a mistake of the sender's. */
const MAX_REVENUE = randOfCents(MAX_CENTS);
const MINUTES_AHEAD = 10;

const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Must not be blank.')
    .max(max, `At most ${max} characters.`)
    .refine(isVisible, INVISIBLE_MESSAGE);
const name = text(200);
const number = text(64);
/** Null and blank both mean that there is none. */
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
  occurredAt: z.iso
    .datetime({ offset: true, error: 'Must be an ISO 8601 instant with its zone.' })
    .refine((instant) => instant >= FIRST_DAY, 'Must be an instant after 1900.'),
  reservationNo: number,
};
const terms = {
  promoCode: numberOrNull,
  rateCode: number,
  vehicleGroup: number,
  pickupBranch: number,
  returnBranch: number,
};

/** A rental event as an integrator sends it. A field that is not listed is refused by its path. */
export const rentalEventSchema = z.discriminatedUnion(
  'type',
  [
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
  'Must be one of invoice, credit-note, cancellation, no-show, hold, release.',
);
export type RentalEventInput = z.output<typeof rentalEventSchema>;

export interface ItemError {
  readonly path: string;
  readonly message: string;
}

/** An unknown field may have any name: of a longer one this much is told. */
const LONGEST_PATH = 200;
/** Errors of one item that are told one by one; whoever has more made the same mistake many times. */
const MOST_ERRORS = 100;

/** A path as it can be told and stored: not endless, without NUL and the like. */
function pathOf(parts: readonly PropertyKey[]): string {
  const path = parts.join('.');
  const told = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH - 1)}…` : path;
  return told.replace(/\p{Cc}|\p{Cs}/gu, '\u{fffd}');
}

/** Zod's issues as paths and messages; an unknown field is named by its own path. */
export function itemErrors(error: z.ZodError): ItemError[] {
  const found = error.issues.flatMap((issue): { parts: readonly PropertyKey[]; message: string }[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ parts: [...issue.path, key], message: 'Unknown field.' }))
      : [{ parts: issue.path, message: issue.message }],
  );
  const errors = found.slice(0, MOST_ERRORS).map(({ parts, message }) => ({ path: pathOf(parts), message }));
  const left = found.length - errors.length;
  return left > 0 ? [...errors, { path: '', message: `And ${left} more.` }] : errors;
}

function datesOf(event: RentalEventInput): [string, Day][] {
  switch (event.type) {
    case 'invoice':
      return [
        ['invoiceDate', event.invoiceDate],
        ['reservation.reservedOn', event.reservation.reservedOn],
        ['rental.pickedUpOn', event.rental.pickedUpOn],
        ['rental.returnedOn', event.rental.returnedOn],
      ];
    case 'credit-note':
      return [['creditDate', event.creditDate]];
    case 'cancellation':
      return [['cancelledOn', event.cancelledOn]];
    case 'no-show':
      return [['noShowOn', event.noShowOn]];
    case 'hold':
      return [['placedOn', event.placedOn]];
    case 'release':
      return [['releasedOn', event.releasedOn]];
  }
}

/** Dates more than a day ahead and instants more than ten minutes ahead are refused. */
function aheadOfTime(event: RentalEventInput, latestDay: Day, latestInstant: number): ItemError[] {
  const errors = datesOf(event)
    .filter(([, date]) => date > latestDay)
    .map(([path]) => ({ path, message: 'Lies more than a day ahead.' }));
  if (Date.parse(event.occurredAt) > latestInstant) {
    errors.push({ path: 'occurredAt', message: `Lies more than ${MINUTES_AHEAD} minutes ahead.` });
  }
  return errors;
}

export type ParsedItem =
  | { readonly ok: true; readonly event: RentalEventInput }
  | { readonly ok: false; readonly eventId: string | null; readonly errors: readonly ItemError[] };

const eventIdOf = (value: unknown): string | null => {
  const id = (value as { eventId?: unknown } | null)?.eventId;
  return typeof id === 'string' ? id.slice(0, 64) : null;
};

/** A function that checks items against the rules of the wire; `now` is what "ahead" is measured from. */
export function rentalEventParser(now: Date): (value: unknown) => ParsedItem {
  const latestDay = addDays(dayOf(now), 1);
  const latestInstant = now.getTime() + MINUTES_AHEAD * 60_000;
  return (value) => {
    const parsed = rentalEventSchema.safeParse(value);
    if (!parsed.success) return { ok: false, eventId: eventIdOf(value), errors: itemErrors(parsed.error) };
    const errors = aheadOfTime(parsed.data, latestDay, latestInstant);
    return errors.length > 0 ? { ok: false, eventId: parsed.data.eventId, errors } : { ok: true, event: parsed.data };
  };
}

/** Checks one item, as `rentalEventParser` does. */
export const parseRentalEvent = (value: unknown, now: Date): ParsedItem => rentalEventParser(now)(value);

/** The fact that an accepted item is, in the domain's words. `hash` is a keyed hash of text. */
export function factOf(event: RentalEventInput, integratorId: string, hash: (content: string) => string): FactEvent {
  const { eventId, occurredAt } = event;
  // What is undefined is not in the text; to leave the fields out of the object takes several times as long.
  const content = { ...event, type: undefined, eventId: undefined, occurredAt: undefined };
  const contentHash = hash(JSON.stringify([event.type, content]));
  const head = { eventId, integratorId, reservationNo: event.reservationNo, occurredAt, contentHash };
  switch (event.type) {
    case 'invoice': {
      // Field by field: adding nine to a spread object takes 5 µs, a twentieth of what a whole invoice does.
      const data = {
        eventId,
        integratorId,
        reservationNo: event.reservationNo,
        occurredAt,
        contentHash,
        invoiceNo: event.invoiceNo,
        invoiceDate: event.invoiceDate,
        loyaltyTrackingNo: event.loyaltyTrackingNo,
        marketSector: event.marketSector,
        tkRevenueCents: centsOfRand(event.tkRevenue) ?? 0,
        reservation: event.reservation,
        rental: event.rental,
        personal: { driverName: event.driverName },
      };
      return { type: 'InvoiceRecorded', data };
    }
    case 'credit-note': {
      const { creditNoteNo, invoiceNo, creditDate } = event;
      return { type: 'CreditNoteRecorded', data: { ...head, creditNoteNo, invoiceNo, creditDate } };
    }
    case 'cancellation':
      return { type: 'CancellationRecorded', data: { ...head, cancelledOn: event.cancelledOn } };
    case 'no-show':
      return { type: 'NoShowRecorded', data: { ...head, noShowOn: event.noShowOn } };
    case 'hold':
      return {
        type: 'HoldPlaced',
        data: { ...head, holdId: event.holdId, holdReason: event.holdReason, placedOn: event.placedOn },
      };
    case 'release':
      return { type: 'HoldReleased', data: { ...head, holdId: event.holdId, releasedOn: event.releasedOn } };
  }
}
