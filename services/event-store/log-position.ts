import type { EventStore, Position } from './port.ts';

/** An event and where it stands in a store. A copy of the log holds the same events, at positions of its own. */
export interface LogPosition {
  readonly eventId: string;
  readonly position: Position;
}

/** Where the log ends now: its last event; null where it has none. Throws `StoreUnavailable`. */
export async function lastLogPosition(store: EventStore): Promise<LogPosition | null> {
  const [last] = (await store.readAll({ direction: 'backwards', limit: 1 })).events;
  return last ? { eventId: last.id, position: last.position } : null;
}

/** Whether the store holds the event there. Throws `StoreUnavailable`. */
export async function containsEventAt(store: EventStore, { eventId, position }: LogPosition): Promise<boolean> {
  try {
    return (await store.readEvent(eventId, position))?.position === position;
  } catch (error) {
    // The position is of another kind of store.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * The furthest position that a subscription can have reached, reading on from `from`, the last event of ours: events of the
 * server itself may follow it. Throws `StoreUnavailable`.
 */
export async function logEnd(store: EventStore, from: Position | undefined): Promise<Position | undefined> {
  for (let end = from; ; ) {
    const { next } = await store.readAll({ ...(end === undefined ? {} : { from: end }), limit: 1 });
    if (next === end) return end;
    end = next;
  }
}
