import type { Decision, FactEvent, Invoice, RentalEvent } from '@fynbos/domain/rental/events.ts';
import { isSlippedIn } from '@fynbos/domain/signal/rules.ts';
import type { FoldEvent, Projection } from '../engine/projection.ts';

/** A recorded fact as the reservation shows it; the driver's name is not in it. */
export interface RentalFact {
  type: FactEvent['type'];
  recordedAt: string;
  revision: number;
  [field: string]: unknown;
}

/** A reservation: its facts in the order in which they were recorded, and what was decided of them. */
export interface RentalRow {
  reservationNo: string;
  integratorId: string;
  loyaltyTrackingNo: string | null;
  status: string | null;
  reason: string | null;
  facts: RentalFact[];
  decision: Decision | null;
  /** First day, car group and branch of the newest invoice that was sent: two reservations of one rental have it in common. */
  slot: string | null;
  /** Invoiced without a tracking number, credited, and invoiced again with one. */
  isSlippedIn: boolean;
  firstRecordedAt: string;
  lastRecordedAt: string;
  /** Revision of the stream's last event. */
  version: number;
}

const slotOf = ({ rental: { pickedUpOn, vehicleGroup, pickupBranch } }: Invoice): string =>
  [pickedUpOn, vehicleGroup, pickupBranch].join(' ');

const asEvent = ({ type, ...data }: RentalFact): RentalEvent => ({ type, data }) as never;

function factOf(event: FoldEvent<FactEvent>): RentalFact {
  const { contentHash: _hash, personal: _personal, sealed: _sealed, ...fields } = event.data as Record<string, unknown>;
  return { type: event.type, recordedAt: event.metadata.recordedAt, revision: event.revision, ...fields };
}

/** Read model `rentals`, by reservation. */
export const rentals: Projection<RentalRow, RentalEvent> = {
  name: 'rentals',
  version: 2,
  eventTypes: [
    'InvoiceRecorded',
    'CreditNoteRecorded',
    'CancellationRecorded',
    'NoShowRecorded',
    'HoldPlaced',
    'HoldReleased',
    'RewardDecided',
  ],
  table: {
    columns: {
      reservationNo: 'text collate "C"',
      integratorId: 'text',
      loyaltyTrackingNo: 'text',
      status: 'text',
      reason: 'text',
      facts: 'json',
      decision: 'json',
      slot: 'text collate "C"',
      isSlippedIn: 'boolean',
      firstRecordedAt: 'text',
      lastRecordedAt: 'text',
      version: 'integer',
    },
    primaryKey: 'reservationNo',
    // What finance is shown of bookings that were made again is looked for among few of many (docs/decisions/0017).
    indexes: [
      `("slot") where status in ('Earned', 'Pending')`,
      `("lastRecordedAt") where reason in ('Cancelled', 'Credited') and "loyaltyTrackingNo" is null`,
      '("lastRecordedAt") where "isSlippedIn"',
    ],
  },
  keys: ({ data }) => [data.reservationNo],
  evolve: (row, event) => {
    const { recordedAt: lastRecordedAt } = event.metadata;
    const version = event.revision;
    if (event.type === 'RewardDecided') {
      if (row === null) throw new Error('a decision without a fact');
      const decision = event.data as Decision;
      const { loyaltyTrackingNo, status, reason } = decision;
      return { ...row, lastRecordedAt, version, decision, loyaltyTrackingNo, status, reason };
    }
    const fact = event as FoldEvent<FactEvent>;
    const before = row ?? {
      reservationNo: fact.data.reservationNo,
      integratorId: fact.data.integratorId,
      loyaltyTrackingNo: null,
      status: null,
      reason: null,
      facts: [],
      decision: null,
      slot: null,
      isSlippedIn: false,
      firstRecordedAt: lastRecordedAt,
      lastRecordedAt,
      version,
    };
    const facts = [...before.facts, factOf(fact)];
    const slot = fact.type === 'InvoiceRecorded' ? slotOf(fact.data as Invoice) : before.slot;
    // It takes an invoice, its credit note and another invoice; most reservations have one fact.
    const slippedIn = facts.length > 2 && isSlippedIn(facts.map(asEvent));
    return { ...before, lastRecordedAt, version, facts, slot, isSlippedIn: slippedIn };
  },
};
