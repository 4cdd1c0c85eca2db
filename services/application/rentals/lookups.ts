import { amountsOnly, ZERO } from '@fynbos/domain/amounts.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { currentInvoice, MATCHED_FIELDS } from '@fynbos/domain/rental/assess.ts';
import type { Decision, FactEvent, Invoice } from '@fynbos/domain/rental/events.ts';
import { OPENING_BALANCE, type ShownReason } from '@fynbos/domain/rental/reasons.ts';
import { rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import { explain } from '@fynbos/domain/wording/explain-reward.ts';
import type { DecodedEvent } from '@fynbos/event-store/event-log.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { isInOpeningBalance } from '@fynbos/projections/incentives/queries.ts';
import { findRentalEvent } from '@fynbos/projections/rental-events/queries.ts';
import { findRental } from '@fynbos/projections/rentals/queries.ts';
import type { RentalRow } from '@fynbos/projections/rentals/rentals.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { load } from '../handle.ts';
import type { Stores, WithLog } from '../services.ts';

const isFact = (event: DecodedEvent): event is DecodedEvent<FactEvent> => event.type !== 'RewardDecided';

/** Includes its personal data. Throws not-found, also for the id of another integrator. */
export async function recordedFact(
  { db, log }: Stores,
  integratorId: string,
  eventId: string,
): Promise<DecodedEvent<FactEvent>> {
  const row = await findRentalEvent(db, integratorId, eventId.toLowerCase());
  const event =
    row && (await log.readStream(rentalStreamOf(row.reservationNo), { personal: true })).events[row.revision];
  if (!event || !isFact(event)) throw new DomainError('not-found', 'rental.unknown', 'Event not found.');
  return event;
}

/** One included in an opening balance is shown as declined, because nothing is owed. */
function shownDecision(decision: Decision, isInBalance: boolean) {
  const reason: ShownReason | null = isInBalance ? OPENING_BALANCE : decision.reason;
  return {
    status: isInBalance ? ('Declined' as const) : decision.status,
    reason,
    promoCode: decision.promoCode,
    rate: decision.rate,
    policyVersion: decision.policyVersion,
    promotionVersion: decision.promotionVersion,
    loyaltyTrackingNo: decision.loyaltyTrackingNo,
    invoiceNo: decision.invoiceNo,
    ...amountsOnly(isInBalance ? ZERO : decision),
    explanation: explain({ ...decision, reason }),
  };
}

/** A reservation and its decision as displayed; null if it has no recorded facts. */
export async function reservation(
  db: Pool,
  reservationNo: string,
): Promise<{ readonly rental: RentalRow; readonly decision: ReturnType<typeof shownDecision> | null } | null> {
  const rental = await findRental(db, reservationNo);
  if (!rental) return null;
  const { decision } = rental;
  return { rental, decision: decision && shownDecision(decision, await isInOpeningBalance(db, reservationNo)) };
}

/** The id of the event of a reservation's nth decision; null without one, or while the event store is unavailable. */
export async function decisionEventId(
  { log }: WithLog,
  reservationNo: string,
  decisionNo: number,
): Promise<string | null> {
  try {
    const { events } = await log.readStream(rentalStreamOf(reservationNo));
    return events.filter(({ type }) => type === 'RewardDecided')[decisionNo - 1]?.id ?? null;
  } catch (error) {
    if (error instanceof StoreUnavailable) return null;
    throw error;
  }
}

const COMPARED_FIELDS = ['promoCode', ...MATCHED_FIELDS] as const;

export const rentalMatchSchema = z.object({
  reservationNo: z.string(),
  invoiceNo: z.string(),
  reservedOn: z.string(),
  pickedUpOn: z.string(),
  returnedOn: z.string(),
  fields: z.array(
    z.object({
      field: z.enum(COMPARED_FIELDS),
      reservation: z.string().nullable(),
      rental: z.string().nullable(),
      /** Whether the field has to be the same (R8). A promotion code may change to another qualifying code (R7). */
      mustMatch: z.boolean(),
    }),
  ),
});
type RentalMatch = Readonly<z.output<typeof rentalMatchSchema>>;

/** The rental of the deciding invoice, for the agent of that decision. Throws 404 otherwise, which reveals nothing. */
export async function rentalMatch({ log }: WithLog, agentId: number, reservationNo: string): Promise<RentalMatch> {
  const { state } = await load(log, rentalDecider, rentalStreamOf(reservationNo), { personal: false });
  const current = currentInvoice(state);
  if (current === null || state.decision?.agentId !== agentId)
    throw new DomainError('not-found', 'rental.unknown', 'You have no such reservation.');
  return matchOf(current.invoice);
}

function matchOf({ reservationNo, invoiceNo, reservation, rental }: Invoice): RentalMatch {
  const { pickedUpOn, returnedOn } = rental;
  const fields = COMPARED_FIELDS.map((field) => ({
    field,
    reservation: reservation[field],
    rental: rental[field],
    mustMatch: field !== 'promoCode',
  }));
  return { reservationNo, invoiceNo, reservedOn: reservation.reservedOn, pickedUpOn, returnedOn, fields };
}
