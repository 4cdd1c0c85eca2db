import { DomainError } from '@fynbos/domain/errors.ts';
import type { FactEvent } from '@fynbos/domain/rental/events.ts';
import { rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import type { DecodedEvent } from '@fynbos/event-store/event-log.ts';
import { findRentalEvent } from '@fynbos/projections/rental-events/queries.ts';
import type { Application } from '../services.ts';

const isFact = (event: DecodedEvent): event is DecodedEvent<FactEvent> => event.type !== 'RewardDecided';

/**
 * The recorded fact that an integrator sent under an id, with its personal data. Throws `DomainError` not-found for an
 * unknown id and for the id of another integrator.
 */
export async function recordedFact(
  { pool, log }: Pick<Application, 'pool' | 'log'>,
  integratorId: string,
  eventId: string,
): Promise<DecodedEvent<FactEvent>> {
  const row = await findRentalEvent(pool, integratorId, eventId.toLowerCase());
  const event =
    row && (await log.readStream(rentalStreamOf(row.reservationNo), { personal: true })).events[row.revision];
  if (!event || !isFact(event)) throw new DomainError('not-found', 'rental.unknown', 'Event not found.');
  return event;
}
