import { type FactEvent, WIRE_TYPES } from '@fynbos/domain/rental/events.ts';
import { z } from 'zod';
import { keyText } from '../engine/columns.ts';
import { defineProjection, type FoldEvent, handleAll, typesOf } from '../engine/projection.ts';

/** The stream and revision of the event with an integrator's own id. */
export const rentalEventRow = z.object({
  key: keyText,
  integratorId: z.string(),
  eventId: z.string(),
  type: z.string(),
  reservationNo: z.string(),
  /** Revision in the reservation's stream. */
  revision: z.int32(),
  recordedAt: z.string(),
});
export type RentalEventRow = z.output<typeof rentalEventRow>;

/** An `eventId` is unique within its integrator. */
export const rentalEventKey = (integratorId: string, eventId: string): string => `${integratorId} ${eventId}`;

/** The first event of an id wins: the API rejects the same id for another reservation as a conflict. */
const first = (
  row: RentalEventRow | null,
  { type, data, revision, metadata }: FoldEvent<FactEvent>,
  key: string,
): RentalEventRow =>
  row ?? {
    key,
    integratorId: data.integratorId,
    eventId: data.eventId,
    type,
    reservationNo: data.reservationNo,
    revision,
    recordedAt: metadata.recordedAt,
  };

export const rentalEvents = defineProjection<RentalEventRow, FactEvent>({
  name: 'rental-events',
  version: 1,
  row: rentalEventRow,
  primaryKey: 'key',
  keys: ({ data }) => [rentalEventKey(data.integratorId, data.eventId)],
  handlers: handleAll(typesOf(WIRE_TYPES), first),
});
