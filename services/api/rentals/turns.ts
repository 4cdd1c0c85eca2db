import type { ParsedItem } from './rental-event-schema.ts';

/**
 * Keeps the batches of one conversation in turn where it matters: a batch that names a reservation or an event id of the
 * one before waits for it (`before`), so that of two contradicting lines the first holds. All others are recorded side by
 * side: lines about different reservations under different ids never depend on each other.
 */
export function turnsOfItems(): (items: readonly ParsedItem[], before: Promise<void>) => Promise<void> {
  let earlierReservations = new Set<string>();
  let earlierIds = new Set<string>();
  return async (items, before) => {
    const reservations = new Set<string>();
    const ids = new Set<string>();
    let depends = false;
    for (const item of items) {
      if (!item.ok) continue;
      const { reservationNo, eventId } = item.event;
      depends ||= earlierReservations.has(reservationNo) || earlierIds.has(eventId);
      reservations.add(reservationNo);
      ids.add(eventId);
    }
    earlierReservations = reservations;
    earlierIds = ids;
    if (depends) await before;
  };
}
