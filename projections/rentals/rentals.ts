import type { Decision, FactEvent, RentalEvent } from '@fynbos/domain/rental/events.ts';
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
  firstRecordedAt: string;
  lastRecordedAt: string;
  /** Revision of the stream's last event. */
  version: number;
}

function factOf(event: FoldEvent<FactEvent>): RentalFact {
  const { contentHash: _hash, personal: _personal, sealed: _sealed, ...fields } = event.data as Record<string, unknown>;
  return { type: event.type, recordedAt: event.metadata.recordedAt, revision: event.revision, ...fields };
}

/** Read model `rentals`, by reservation. */
export const rentals: Projection<RentalRow, RentalEvent> = {
  name: 'rentals',
  version: 1,
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
      firstRecordedAt: 'text',
      lastRecordedAt: 'text',
      version: 'integer',
    },
    primaryKey: 'reservationNo',
  },
  keys: ({ data }) => [data.reservationNo],
  evolve: (row, event) => {
    const { recordedAt } = event.metadata;
    const seen = { lastRecordedAt: recordedAt, version: event.revision };
    if (event.type === 'RewardDecided') {
      if (row === null) throw new Error('a decision without a fact');
      const decision = event.data as Decision;
      const { loyaltyTrackingNo, status, reason } = decision;
      return { ...row, ...seen, decision, loyaltyTrackingNo, status, reason };
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
      firstRecordedAt: recordedAt,
    };
    return { ...before, ...seen, facts: [...before.facts, factOf(fact)] };
  },
};
