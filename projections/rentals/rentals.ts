import {
  type Decision,
  type FactEvent,
  type Invoice,
  type RentalEvent,
  WIRE_TYPES,
} from '@fynbos/domain/rental/events.ts';
import { decisionStatuses, reasonCodes } from '@fynbos/domain/rental/reasons.ts';
import { isReinvoicedWithNumber } from '@fynbos/domain/signal/rules.ts';
import { z } from 'zod';
import { json, keyText } from '../engine/columns.ts';
import { defineProjection, type FoldEvent, handleAll, requireRow, typesOf } from '../engine/projection.ts';

/** A recorded fact, without the driver's name. */
export interface RentalFact {
  type: FactEvent['type'];
  recordedAt: string;
  revision: number;
  [field: string]: unknown;
}

/** A reservation: its facts in the order of recording, and the newest decision. */
export const rentalRow = z.object({
  reservationNo: keyText,
  integratorId: z.string(),
  loyaltyTrackingNo: z.string().nullable(),
  status: z.enum(decisionStatuses).nullable(),
  reason: z.enum(reasonCodes).nullable(),
  facts: json<RentalFact[]>(),
  decision: json<Decision>().nullable(),
  /** First day, car group and branch of the newest invoice: equal for two reservations of one rental. */
  slot: keyText.nullable(),
  /** Invoiced without a tracking number, credited, and invoiced again with one. */
  isSlippedIn: z.boolean(),
  firstRecordedAt: z.string(),
  lastRecordedAt: z.string(),
  /** Revision of the stream's last event. */
  version: z.int32(),
});
export type RentalRow = z.output<typeof rentalRow>;

const slotOf = ({ rental: { pickedUpOn, vehicleGroup, pickupBranch } }: Invoice): string =>
  [pickedUpOn, vehicleGroup, pickupBranch].join(' ');

const asEvent = ({ type, ...data }: RentalFact): RentalEvent => ({ type, data }) as never;

function factOf(event: FoldEvent<FactEvent>): RentalFact {
  const { contentHash: _hash, personal: _personal, sealed: _sealed, ...fields } = event.data as Record<string, unknown>;
  return { type: event.type, recordedAt: event.metadata.recordedAt, revision: event.revision, ...fields };
}

function addFact(row: RentalRow | null, event: FoldEvent<FactEvent>): RentalRow {
  const { recordedAt } = event.metadata;
  const facts = [...(row?.facts ?? []), factOf(event)];
  return {
    reservationNo: row?.reservationNo ?? event.data.reservationNo,
    integratorId: row?.integratorId ?? event.data.integratorId,
    loyaltyTrackingNo: row?.loyaltyTrackingNo ?? null,
    status: row?.status ?? null,
    reason: row?.reason ?? null,
    facts,
    decision: row?.decision ?? null,
    slot: event.type === 'InvoiceRecorded' ? slotOf(event.data) : (row?.slot ?? null),
    // `isSlippedIn` needs an invoice, its credit note and another invoice; most reservations have one fact.
    isSlippedIn: facts.length > 2 && isReinvoicedWithNumber(facts.map(asEvent)),
    firstRecordedAt: row?.firstRecordedAt ?? recordedAt,
    lastRecordedAt: recordedAt,
    version: event.revision,
  };
}

export const rentals = defineProjection<RentalRow, RentalEvent>({
  name: 'rentals',
  version: 2,
  row: rentalRow,
  primaryKey: 'reservationNo',
  // The signals for repeated bookings concern only few of the rows (docs/decisions/0017).
  indexes: [
    `("slot") where status in ('Earned', 'Pending')`,
    `("lastRecordedAt") where reason in ('Cancelled', 'Credited') and "loyaltyTrackingNo" is null`,
    '("lastRecordedAt") where "isSlippedIn"',
  ],
  keys: ({ data }) => [data.reservationNo],
  handlers: {
    ...handleAll(typesOf(WIRE_TYPES), addFact),
    RewardDecided: (row, { data: decision, metadata, revision }) => ({
      ...requireRow(row),
      loyaltyTrackingNo: decision.loyaltyTrackingNo,
      status: decision.status,
      reason: decision.reason,
      decision,
      lastRecordedAt: metadata.recordedAt,
      version: revision,
    }),
  },
});
