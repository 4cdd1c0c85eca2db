import type { EventStore, Position, RecordedEvent } from './port.ts';

export interface Batch {
  readonly events: readonly RecordedEvent[];
  readonly next: Position | undefined;
  /** The log had no further events at the time of the read. */
  readonly atEnd: boolean;
}

/**
 * One loop: pages up to the head, then a wait. Live reading is the same paged read, so no event is lost or repeated.
 * Yields a batch for each page that moved the position, and an empty one before each wait. Ends when `signal` aborts.
 */
export async function* subscribe(
  store: Pick<EventStore, 'readAll' | 'waitForAppend'>,
  options: { from?: Position; limit?: number; pollMs?: number; signal: AbortSignal },
): AsyncGenerator<Batch> {
  const { limit = 1000, pollMs = 1000, signal } = options;
  let { from } = options;
  // Started before the read that follows, so that an append during that read is not missed.
  let notified: Promise<void> | undefined;
  while (!signal.aborted) {
    const page = await store.readAll({ from, limit });
    const hasMoved = page.next !== undefined && page.next !== from;
    if (hasMoved) from = page.next;
    if (hasMoved || page.atEnd) yield { events: page.events, next: from, atEnd: page.atEnd };
    if (hasMoved || !page.atEnd) continue;
    await notified;
    notified = store.waitForAppend(pollMs, signal);
  }
}
