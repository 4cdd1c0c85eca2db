import type { ItemError, SentItem } from '@fynbos/application/rentals/record-rental-events.ts';
import { addDays, type Day, dayOf } from '@fynbos/domain/calendar.ts';
import type { KeyRing } from '@fynbos/platform/keys.ts';
import { itemErrors } from '../http/item-errors.ts';
import { factOf } from './rental-event-mapping.ts';
import { type RentalEventInput, rentalEventSchema } from './rental-event-schema.ts';

const MINUTES_AHEAD = 10;

function datesOf(event: RentalEventInput): [string, Day][] {
  switch (event.type) {
    case 'reservation':
      return [['reservation.reservedOn', event.reservation.reservedOn]];
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

/** Rejects dates more than one day, and instants more than ten minutes, in the future (I3). */
function futureErrors(event: RentalEventInput, latestDay: Day, latestInstant: number): ItemError[] {
  const errors = datesOf(event)
    .filter(([, date]) => date > latestDay)
    .map(([path]) => ({ path, message: 'Must not be more than one day in the future.' }));
  if (Date.parse(event.occurredAt) > latestInstant) {
    errors.push({ path: 'occurredAt', message: `Must not be more than ${MINUTES_AHEAD} minutes in the future.` });
  }
  return errors;
}

const eventIdOf = (value: unknown): string | null => {
  const id = (value as { eventId?: unknown } | null)?.eventId;
  return typeof id === 'string' ? id.slice(0, 64) : null;
};

export const rejectedItem = (message: string): SentItem => ({
  ok: false,
  eventId: null,
  errors: [{ path: '', message }],
});

/**
 * Returns a function that checks items of an integrator and maps them to facts. `now`: the instant that "future" refers
 * to.
 */
export function rentalEventParser(
  keys: Pick<KeyRing, 'keyedHash'>,
  integratorId: string,
  now: Date,
): (value: unknown) => SentItem {
  const latestDay = addDays(dayOf(now), 1);
  const latestInstant = now.getTime() + MINUTES_AHEAD * 60_000;
  const hash = (content: string): string => keys.keyedHash('rental-content', content);
  return (value) => {
    const parsed = rentalEventSchema.safeParse(value);
    if (!parsed.success) return { ok: false, eventId: eventIdOf(value), errors: itemErrors(parsed.error) };
    const errors = futureErrors(parsed.data, latestDay, latestInstant);
    if (errors.length > 0) return { ok: false, eventId: parsed.data.eventId, errors };
    return { ok: true, fact: factOf(parsed.data, integratorId, hash) };
  };
}
