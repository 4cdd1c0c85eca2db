import type { EventStore, Position } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { advancePage } from './advance.ts';
import { acquireInstanceLease, CheckpointBatch } from './checkpoint.ts';
import { type Decoder, inForm } from './decode.ts';
import { partitionsOf } from './partition.ts';
import type { ProjectionInstance } from './projection-instance.ts';

const pageSize = 1_000;

export interface CatchUpOptions {
  /** Stop after this position: one for all partitions, or one for each (null: stay at the beginning). */
  readonly until?: Position | readonly (Position | null)[];
  /** Only what was recorded at or before this instant, ISO 8601 UTC. */
  readonly recordedUntil?: string;
  readonly signal: AbortSignal;
  onPage?(events: number): void;
}

/**
 * Advances a building to the end of the log (or to `until`), in the live way: page by page, with fenced checkpoints, so
 * it may be the live one with workers at it. Throws `StoreUnavailable`, and an AbortError when the signal aborts.
 */
export async function catchUp(
  db: pg.Pool,
  store: EventStore,
  decoder: Decoder,
  build: ProjectionInstance,
  options: CatchUpOptions,
): Promise<void> {
  const moves = new CheckpointBatch(db);
  const { projection } = build;
  const filter = {
    types: projection.eventTypes,
    ...(options.recordedUntil ? { recordedUntil: options.recordedUntil } : {}),
  };
  for (let partition = 0; partition < partitionsOf(projection); partition++) {
    const until = Array.isArray(options.until) ? options.until[partition] : (options.until as Position | undefined);
    if (until === null) continue;
    let held = await acquireInstanceLease(db, build, partition);
    while (held && (until === undefined || held.position === null || held.position < until)) {
      options.signal.throwIfAborted();
      const page = await store.readAll({
        ...(held.position === null ? {} : { from: held.position }),
        limit: pageSize,
        filter,
      });
      if (page.next === undefined || page.next === held.position) break;
      const over = until !== undefined && page.next > until;
      const events = await inForm(
        decoder,
        over ? page.events.filter((event) => event.position <= until) : page.events,
        projection,
      );
      const next = over ? until : page.next;
      // Somebody else moved it: then look where it stands now.
      held =
        (await advancePage(db, build, held, { events, next }, moves)) ??
        (await acquireInstanceLease(db, build, partition));
      options.onPage?.(events.length);
      if (page.atEnd && !over && until === undefined) break;
    }
  }
}
