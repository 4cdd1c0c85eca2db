import {
  type AllPage,
  type AppendOutcome,
  type EventStore,
  type ExpectedRevision,
  type ReadAllOptions,
  type RecordedEvent,
  type StoredEvent,
  WrongExpectedRevision,
} from '../port.ts';
import { assertEvents, assertOneEntryAStream, isExpected, passesFilter } from '../rules.ts';
import { Waiters } from '../waiters.ts';

const position = (index: number): string => String(index + 1).padStart(16, '0');

/** Fulfils the whole contract. `clock`: milliseconds, for the age of streams. */
export function memoryEventStore({ clock = () => performance.now() }: { clock?: () => number } = {}): EventStore {
  const log: RecordedEvent[] = [];
  const storedAt = new Map<string, number>();
  const streams = new Map<string, RecordedEvent[]>();
  const byId = new Map<string, RecordedEvent>();
  const waiters = new Waiters();

  function appendOne(streamId: string, expected: ExpectedRevision, events: readonly StoredEvent[]): AppendOutcome {
    assertEvents(events);
    const stream = streams.get(streamId) ?? [];
    const actual = stream.at(-1)?.revision ?? null;
    const known = events.map((event) => byId.get(event.id)).filter((event) => event !== undefined);
    const last = known.at(-1);
    if (last && known.length === events.length && known.every((event) => event.streamId === streamId)) {
      return { ok: true, revision: last.revision, position: last.position, repeated: true };
    }
    if (known.length > 0 || !isExpected(expected, actual)) {
      return { ok: false, conflict: new WrongExpectedRevision(streamId, expected, actual) };
    }
    for (const event of events) {
      const recorded = structuredClone({ ...event, streamId, revision: stream.length, position: position(log.length) });
      stream.push(recorded);
      log.push(recorded);
      byId.set(event.id, recorded);
    }
    streams.set(streamId, stream);
    storedAt.set(streamId, clock());
    waiters.wake();
    return { ok: true, revision: stream.length - 1, position: position(log.length - 1), repeated: false };
  }

  function readAll({ from, direction, limit, filter }: ReadAllOptions): AllPage {
    const step = direction === 'backwards' ? -1 : 1;
    const events: RecordedEvent[] = [];
    let next = from;
    let index = from === undefined ? (step === 1 ? 0 : log.length - 1) : Number(from) - 1 + step;
    for (; index >= 0 && index < log.length && events.length < limit; index += step) {
      const event = log[index] as RecordedEvent;
      if (passesFilter(filter, event)) events.push(event);
      next = event.position;
    }
    return { events: structuredClone(events), next, atEnd: index < 0 || index >= log.length };
  }

  return {
    appendMany: async (batch) => {
      assertOneEntryAStream(batch);
      return batch.map((entry) => appendOne(entry.streamId, entry.expected, entry.events));
    },
    appendInOrder: async (batch) => {
      for (const { streamId, expected, events } of batch) {
        const outcome = appendOne(streamId, expected, events);
        if (!outcome.ok) throw outcome.conflict;
      }
    },
    readStream: async (streamId, { from, direction, limit } = {}) => {
      const stream = streams.get(streamId) ?? [];
      const chosen =
        direction === 'backwards'
          ? stream.slice(0, from === undefined ? undefined : from + 1).reverse()
          : stream.slice(from);
      return structuredClone(chosen.slice(0, limit));
    },
    readStreams: async (ids) => new Map(ids.map((id) => [id, structuredClone(streams.get(id) ?? [])])),
    readLast: async (ids) =>
      new Map(
        ids.flatMap((id) => (streams.get(id) ?? []).slice(-1).map((last) => [id, structuredClone(last)] as const)),
      ),
    agesOf: async (ids) =>
      new Map(
        ids.flatMap((id) => {
          const at = storedAt.get(id);
          return at === undefined ? [] : [[id, clock() - at] as const];
        }),
      ),
    readAll: async (options) => readAll(options),
    head: async () => log.at(-1)?.position,
    readEvent: async (id) => structuredClone(byId.get(id) ?? null),
    waitForAppend: (timeoutMs, signal) => waiters.wait(timeoutMs, signal),
    close: async () => waiters.wake(),
  };
}
