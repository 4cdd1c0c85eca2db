import { rentalStreamOf } from '@fynbos/application/rentals/rentals.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { randOfCents } from '@fynbos/domain/money.ts';
import type { RentalEvent } from '@fynbos/domain/rental/events.ts';
import { explain } from '@fynbos/domain/rental/explain.ts';
import { OPENING_BALANCE } from '@fynbos/domain/rental/reasons.ts';
import { bare, NOTHING } from '@fynbos/domain/rewards-account/amounts.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { type RentalEventRow, rentalEventKey, rentalEvents } from '@fynbos/projections/rental-events/rental-events.ts';
import { type RentalRow, rentals } from '@fynbos/projections/rentals/rentals.ts';
import type pg from 'pg';
import type { Services } from '../http/services.ts';
import type { ApiKeyHolder } from '../integrators/api-keys.ts';

const unknown = (message: string) => new DomainError('not-found', 'rental.unknown', message);

const WIRE_TYPES: Readonly<Record<Exclude<RentalEvent['type'], 'RewardDecided'>, string>> = {
  InvoiceRecorded: 'invoice',
  CreditNoteRecorded: 'credit-note',
  CancellationRecorded: 'cancellation',
  NoShowRecorded: 'no-show',
  HoldPlaced: 'hold',
  HoldReleased: 'release',
};
const isFact = (type: string): type is keyof typeof WIRE_TYPES => type in WIRE_TYPES;

/** A recorded fact in the words of the wire again. */
function wireForm(type: string, data: Record<string, unknown>): Record<string, unknown> {
  const {
    tkRevenueCents,
    contentHash: _hash,
    integratorId: _integrator,
    personal,
    revision: _revision,
    ...fields
  } = data;
  return {
    type: isFact(type) ? WIRE_TYPES[type] : type,
    ...fields,
    ...(typeof tkRevenueCents === 'number' ? { tkRevenue: randOfCents(tkRevenueCents) } : {}),
    ...((personal as object | null | undefined) ?? {}),
  };
}

/** The event an integrator sent under an id, as stored. An integrator reads its own only. */
export async function storedEvent({ pool, log }: Services, caller: ApiKeyHolder, eventId: string): Promise<object> {
  const key = rentalEventKey(caller.integratorId, eventId.toLowerCase());
  const { rows } = await pool.query<RentalEventRow>(
    `select * from ${readModelTable(rentalEvents).sql} where "key" = $1`,
    [key],
  );
  const row = rows[0];
  if (!row) throw unknown('There is no such event.');
  const { events } = await log.readStream(rentalStreamOf(row.reservationNo), { personal: true });
  const event = events[row.revision];
  if (!event) throw unknown('There is no such event.');
  return {
    ...wireForm(event.type, event.data as Record<string, unknown>),
    recordedAt: row.recordedAt,
    position: event.position,
  };
}

/** Whether the agent's taken-over balance has a reservation that its decision alone would owe. */
async function isCovered(pool: pg.Pool, reservationNo: string): Promise<boolean> {
  const { rows } = await pool.query(
    `select from ${readModelTable(incentives).sql} where "reservationNo" = $1 and reason = $2`,
    [reservationNo, OPENING_BALANCE],
  );
  return rows.length > 0;
}

/** The read models behind `storedReservation`: a balance taken over may have what its decision owes. */
export const RESERVATION_READS = [rentals.name, incentives.name] as const;

/** A reservation's facts, its decision, the reason and the policy behind it. */
export async function storedReservation(
  { pool }: Services,
  caller: ApiKeyHolder,
  reservationNo: string,
): Promise<object> {
  const { rows } = await pool.query<RentalRow>(
    `select * from ${readModelTable(rentals).sql} where "reservationNo" = $1`,
    [reservationNo],
  );
  const row = rows[0];
  const mayRead = row && (row.integratorId === caller.integratorId || caller.scopes.includes('rental-events:any'));
  if (!row || !mayRead) throw unknown('There is no such reservation.');
  const { decision } = row;
  const covered = await isCovered(pool, reservationNo);
  return {
    reservationNo,
    facts: row.facts.map(({ type, ...fields }) => wireForm(type, fields)),
    decision:
      decision === null
        ? null
        : {
            status: covered ? 'Declined' : decision.status,
            reason: covered ? OPENING_BALANCE : decision.reason,
            promoCode: decision.promoCode,
            rate: decision.rate,
            policyVersion: decision.policyVersion,
            promotionVersion: decision.promotionVersion,
            loyaltyTrackingNo: decision.loyaltyTrackingNo,
            invoiceNo: decision.invoiceNo,
            ...bare(covered ? NOTHING : decision),
            explanation: explain(covered ? { ...decision, reason: OPENING_BALANCE } : decision),
          },
  };
}
