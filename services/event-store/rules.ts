import type { EventFilter, ExpectedRevision, RecordedEvent, StoredEvent, StreamAppend } from './port.ts';

/** Whether a writer who demands `expected` may append to a stream whose last revision is `actual` (null: no stream). */
export const meets = (expected: ExpectedRevision, actual: number | null): boolean =>
  expected === 'any' ||
  (expected === 'no-stream' ? actual === null : expected === 'exists' ? actual !== null : expected === actual);

/** Whether the filter lets the event through. */
export function passes(filter: EventFilter | undefined, event: RecordedEvent): boolean {
  if (!filter) return true;
  if (filter.types && !filter.types.includes(event.type)) return false;
  if (filter.streamPrefixes && !filter.streamPrefixes.some((prefix) => event.streamId.startsWith(prefix))) return false;
  return !filter.recordedUntil || Date.parse(event.metadata.recordedAt) <= Date.parse(filter.recordedUntil);
}

/** An append has events; throws RangeError. */
export function assertEvents(events: readonly StoredEvent[]): void {
  if (events.length === 0) throw new RangeError('nothing to append');
}

/** A batch names each stream once, or its revisions would depend on each other; throws RangeError. */
export function assertOneEntryAStream(batch: readonly StreamAppend[]): void {
  if (new Set(batch.map((entry) => entry.streamId)).size < batch.length) {
    throw new RangeError('a batch has at most one entry a stream');
  }
}
