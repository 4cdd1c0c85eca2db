import { rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { Application } from '../services.ts';

/** The id of the event of a reservation's nth decision; null without one, or while the event store is unavailable. */
export async function decisionEventId(
  { log }: Pick<Application, 'log'>,
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
