import type { EventFilter, ExpectedRevision, RecordedEvent, StoredEvent, StreamAppend } from './port.ts';

/** Whether an append that expects `expected` matches a stream with the last revision `actual` (null: no stream). */
export const isExpected = (expected: ExpectedRevision, actual: number | null): boolean =>
  (expected === 'no-stream' ? null : expected) === actual;

export function passesFilter(filter: EventFilter | undefined, event: RecordedEvent): boolean {
  if (!filter) return true;
  if (filter.types && !filter.types.includes(event.type)) return false;
  if (filter.streamPrefixes && !filter.streamPrefixes.some((prefix) => event.streamId.startsWith(prefix))) return false;
  return !filter.recordedUntil || Date.parse(event.metadata.recordedAt) <= Date.parse(filter.recordedUntil);
}

/** Throws RangeError for an append without events. */
export function assertEvents(events: readonly StoredEvent[]): void {
  if (events.length === 0) throw new RangeError('nothing to append');
}

/** Throws RangeError for a batch with two entries of one stream, because their revisions would depend on each other. */
export function assertOneEntryAStream(batch: readonly StreamAppend[]): void {
  if (new Set(batch.map((entry) => entry.streamId)).size < batch.length) {
    throw new RangeError('a batch has at most one entry per stream');
  }
}
