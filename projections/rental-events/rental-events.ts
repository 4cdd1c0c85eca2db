import type { FactEvent } from '@fynbos/domain/rental/events.ts';
import type { Projection } from '../engine/projection.ts';

/** Where the event with an integrator's own id stands. */
export interface RentalEventRow {
  key: string;
  integratorId: string;
  eventId: string;
  type: string;
  reservationNo: string;
  /** Revision in the reservation's stream. */
  revision: number;
  recordedAt: string;
}

/** An `eventId` identifies within its integrator. */
export const rentalEventKey = (integratorId: string, eventId: string): string => `${integratorId} ${eventId}`;

/** Read model `rental-events`, by integrator and event id. */
export const rentalEvents: Projection<RentalEventRow, FactEvent> = {
  name: 'rental-events',
  version: 1,
  eventTypes: [
    'InvoiceRecorded',
    'CreditNoteRecorded',
    'CancellationRecorded',
    'NoShowRecorded',
    'HoldPlaced',
    'HoldReleased',
  ],
  table: {
    columns: {
      key: 'text collate "C"',
      integratorId: 'text',
      eventId: 'text',
      type: 'text',
      reservationNo: 'text',
      revision: 'integer',
      recordedAt: 'text',
    },
    primaryKey: 'key',
  },
  keys: ({ data }) => [rentalEventKey(data.integratorId, data.eventId)],
  evolve: (row, { type, data, revision, metadata }, key) =>
    // The first stays: the same id for another reservation is answered as a conflict where it is seen.
    row ?? {
      key,
      integratorId: data.integratorId,
      eventId: data.eventId,
      type,
      reservationNo: data.reservationNo,
      revision,
      recordedAt: metadata.recordedAt,
    },
};
