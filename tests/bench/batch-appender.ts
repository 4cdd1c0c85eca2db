import type { EventStore, StoredEvent } from '@fynbos/event-store/port.ts';

/** Appends batches to a store that has no other writer; remembers the last revision of each stream. */
export function batchAppender(
  store: Pick<EventStore, 'appendMany'>,
): (streams: ReadonlyMap<string, readonly StoredEvent[]>) => Promise<void> {
  const revisions = new Map<string, number>();
  return async (streams) => {
    const outcomes = await store.appendMany(
      [...streams].map(([streamId, events]) => ({
        streamId,
        expected: revisions.get(streamId) ?? 'no-stream',
        events,
      })),
    );
    [...streams.keys()].forEach((streamId, index) => {
      const outcome = outcomes[index];
      if (!outcome?.ok) throw outcome?.conflict;
      revisions.set(streamId, outcome.revision);
    });
  };
}
