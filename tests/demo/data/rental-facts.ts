import { addDays, type Day } from '@fynbos/domain/calendar.ts';
import { randOfCents } from '@fynbos/domain/money.ts';
import { holdReasons } from '@fynbos/domain/rental/events.ts';
import type { Random } from './random.ts';
import type { DemoRental } from './rental.ts';

/** A rental event without its tracking number, which may be issued later. */
export interface DemoFact {
  readonly eventId: string;
  /** The night of the upload. */
  readonly sentOn: Day;
  readonly occurredAt: string;
  readonly reservationNo: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Key of the agent of an invoice's tracking number. */
  readonly agentKey?: string;
}

interface Window {
  readonly first: Day;
  readonly last: Day;
}

/** The rental company's system uploads in the nights before Tuesday, Thursday and Saturday. */
const UPLOADS = [2, 4, 6];

/** The first upload after a day. */
export function uploadAfter(day: Day): Day {
  let next = addDays(day, 1);
  while (!UPLOADS.includes(new Date(`${next}T00:00:00Z`).getUTCDay())) next = addDays(next, 1);
  return next;
}

/** The facts of one rental until the last day. */
export function factsOf(rental: DemoRental, { first, last }: Window, random: Random): DemoFact[] {
  const { fate, reservationNo, agent, pickedUpOn, returnedOn, reservedOn, tkRevenueCents } = rental;
  const facts: DemoFact[] = [];
  const number = reservationNo.slice(1);

  const addFact = (type: string, on: Day, fields: Record<string, unknown>, agentKey?: string): void => {
    if (on >= last || on < first) return;
    const clock = `${String(random.int(7, 18)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}`;
    // One in thirty is uploaded days late.
    const late = random.chance(1 / 30) ? random.int(2, 21) : 0;
    const sentOn = uploadAfter(addDays(on, late));
    const head = { eventId: random.uuid(), type, occurredAt: `${on}T${clock}:00+02:00`, reservationNo };
    facts.push({
      eventId: head.eventId,
      occurredAt: head.occurredAt,
      reservationNo,
      sentOn: sentOn > last ? last : sentOn,
      body: { ...head, ...fields },
      ...(agentKey === undefined ? {} : { agentKey }),
    });
  };

  const invoice = (on: Day, letter: string, cents: number): void => {
    const endedOn = returnedOn > on ? on : returnedOn;
    const nobody = fate === 'nobodysNumber' ? `FT0${4_900_000 + random.int(0, 40)}` : null;
    const fields = {
      invoiceNo: `INV${number}${letter}`,
      invoiceDate: on,
      loyaltyTrackingNo: agent?.loyaltyTrackingNo ?? nobody,
      marketSector: rental.marketSector,
      driverName: rental.driverName,
      tkRevenue: randOfCents(cents),
      reservation: { reservedOn, ...rental.reservation },
      rental: { ...rental.rental, pickedUpOn, returnedOn: endedOn },
    };
    addFact('invoice', on, fields, agent?.loyaltyTrackingNo === null ? agent.key : undefined);
  };
  const credit = (on: Day, letter: string): void =>
    addFact('credit-note', on, {
      creditNoteNo: `CN${number}${letter}`,
      invoiceNo: `INV${number}${letter}`,
      creditDate: on,
    });

  const invoicedOn = addDays(returnedOn, random.chance(0.7) ? 0 : 1);
  switch (fate) {
    case 'cancelled':
    case 'cancelledInvoiced': {
      const cancelledOn = addDays(pickedUpOn, -random.int(0, 3));
      addFact('cancellation', cancelledOn < reservedOn ? reservedOn : cancelledOn, {
        cancelledOn: cancelledOn < reservedOn ? reservedOn : cancelledOn,
      });
      // A late cancellation costs part of the rental.
      if (fate === 'cancelledInvoiced') invoice(addDays(pickedUpOn, 1), 'A', Math.round(tkRevenueCents / 4));
      break;
    }
    case 'noShow':
      addFact('no-show', pickedUpOn, { noShowOn: pickedUpOn });
      invoice(addDays(pickedUpOn, 1), 'A', Math.round(tkRevenueCents / 3));
      break;
    case 'credited':
      invoice(invoicedOn, 'A', tkRevenueCents);
      credit(addDays(invoicedOn, random.int(3, 40)), 'A');
      break;
    case 'rerated': {
      const reratedOn = addDays(invoicedOn, random.int(3, 30));
      invoice(invoicedOn, 'A', tkRevenueCents);
      credit(reratedOn, 'A');
      invoice(reratedOn, 'B', Math.round(tkRevenueCents * (random.chance(0.7) ? 0.86 : 1.09)));
      break;
    }
    case 'held':
    case 'heldStill': {
      const holdId = `H${number}`;
      const placedOn = invoicedOn;
      const releasedOn = addDays(placedOn, random.int(4, 45));
      addFact('hold', placedOn, { holdId, holdReason: random.pick(holdReasons), placedOn });
      invoice(invoicedOn, 'A', tkRevenueCents);
      if (fate === 'held') addFact('release', releasedOn, { holdId, releasedOn });
      break;
    }
    default:
      invoice(invoicedOn, 'A', tkRevenueCents);
  }
  return facts;
}
