import type { EventStore, Position } from './port.ts';

/** An event and its position in a store. A copy of the log holds the same events at different positions. */
export interface LogPosition {
  readonly eventId: string;
  readonly position: Position;
}

/** The last event of the log; null if the log is empty. Throws `StoreUnavailable`. */
export async function lastLogPosition(store: EventStore): Promise<LogPosition | null> {
  const [last] = (await store.readAll({ direction: 'backwards', limit: 1 })).events;
  return last ? { eventId: last.id, position: last.position } : null;
}

/** Whether the store holds the event at this position. Throws `StoreUnavailable`. */
export async function containsEventAt(store: EventStore, { eventId, position }: LogPosition): Promise<boolean> {
  try {
    return (await store.readEvent(eventId, position))?.position === position;
  } catch (error) {
    // The position belongs to another kind of store.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Reading from `from`, the product's last event; the server's own events may follow it. */
export async function logEnd(store: EventStore, from: Position | undefined): Promise<Position | undefined> {
  for (let end = from; ; ) {
    const { next } = await store.readAll({ from: end, limit: 1 });
    if (next === end) return end;
    end = next;
  }
}
