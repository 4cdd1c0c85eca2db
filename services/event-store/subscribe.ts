import type { EventFilter, EventStore, Position, RecordedEvent } from './port.ts';

export interface Batch {
  readonly events: readonly RecordedEvent[];
  readonly next: Position | undefined;
}

/**
 * Catch-up and live in one loop: pages until the end, then waits for the hint and reads again. Because live reading is
 * the same paged read, there is no seam at which an event could be lost or come twice. The wait is armed before the read
 * whose end it follows, so a hint that comes during the read is not missed. Ends when `signal` aborts.
 * Yields a batch also when nothing matched but the position moved.
 */
export async function* subscribe(
  store: EventStore,
  options: { from?: Position; filter?: EventFilter; limit?: number; pollMs?: number; signal: AbortSignal },
): AsyncGenerator<Batch> {
  let from = options.from;
  let hint: Promise<void> | undefined;
  while (!options.signal.aborted) {
    const page = await store.readAll({
      ...(from === undefined ? {} : { from }),
      limit: options.limit ?? 1000,
      ...(options.filter ? { filter: options.filter } : {}),
    });
    if (page.next !== undefined && page.next !== from) {
      from = page.next;
      yield { events: page.events, next: page.next };
    }
    if (page.atEnd) {
      await hint;
      hint = store.waitForAppend(options.pollMs ?? 1000, options.signal);
    }
  }
}
