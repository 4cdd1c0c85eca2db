import type { Position } from '@fynbos/event-store/port.ts';
import { advancePage, EVENTS_PER_PAGE } from './advance.ts';
import { CheckpointBatch, readInstanceLease } from './checkpoint.ts';
import { decodeInForm, type FoldParts } from './decode.ts';
import type { ProjectionInstance } from './projection-instance.ts';

export interface CatchUpOptions {
  /** The position after which a partition stops (null: at the beginning). Default: the head of the log. */
  readonly until?: (partition: number) => Position | null | undefined;
  /** Include only events recorded at or before this instant, ISO 8601 UTC. */
  readonly recordedUntil?: string;
  readonly signal: AbortSignal;
  onPage?(events: number): void;
}

/**
 * Reads to the head of the log or to `until`, page by page with fenced checkpoints: safe on the live instance while
 * workers run. Throws `StoreUnavailable`, and an AbortError when the signal aborts.
 */
export async function catchUp(
  { db, store, decoder }: FoldParts,
  instance: ProjectionInstance,
  options: CatchUpOptions,
): Promise<void> {
  const checkpoints = new CheckpointBatch(db);
  const { projection } = instance;
  const filter = { types: projection.eventTypes, recordedUntil: options.recordedUntil };
  for (let partition = 0; partition < projection.partitions; partition++) {
    const until = options.until?.(partition);
    if (until === null) continue;
    let lease = await readInstanceLease(db, instance, partition);
    while (lease && (until === undefined || lease.position === null || lease.position < until)) {
      options.signal.throwIfAborted();
      const page = await store.readAll({ from: lease.position ?? undefined, limit: EVENTS_PER_PAGE, filter });
      if (page.next === undefined || page.next === lease.position) break;
      const isPastEnd = until !== undefined && page.next > until;
      const stored = isPastEnd ? page.events.filter((event) => event.position <= until) : page.events;
      const events = await decodeInForm(decoder, stored, projection);
      const next = isPastEnd ? until : page.next;
      // Another worker advanced it: read its checkpoint again.
      lease =
        (await advancePage(checkpoints, instance, lease, { events, next })) ??
        (await readInstanceLease(db, instance, partition));
      options.onPage?.(events.length);
      if (page.atEnd && !isPastEnd && until === undefined) break;
    }
  }
}
