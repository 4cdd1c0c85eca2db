import type { SentItem } from './record-rental-events.ts';

/**
 * A batch with a reservation or event id of the previous one waits for it, so that the first of two contradicting lines
 * wins. Others are recorded concurrently.
 */
export function batchOrder(): (items: readonly SentItem[], previous: Promise<void>) => Promise<void> {
  let earlierReservations = new Set<string>();
  let earlierIds = new Set<string>();
  return async (items, previous) => {
    const reservations = new Set<string>();
    const ids = new Set<string>();
    let depends = false;
    for (const item of items) {
      if (!item.ok) continue;
      const { reservationNo, eventId } = item.fact.data;
      depends ||= earlierReservations.has(reservationNo) || earlierIds.has(eventId);
      reservations.add(reservationNo);
      ids.add(eventId);
    }
    earlierReservations = reservations;
    earlierIds = ids;
    if (depends) await previous;
  };
}
