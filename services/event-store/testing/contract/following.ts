import { expect } from 'vitest';
import type { EventStore, Position, RecordedEvent } from '../../port.ts';
import { subscribe } from '../../subscribe.ts';

/** Collects the batches of a subscription until stopped. */
export function follow(store: EventStore, options: { from?: Position; pollMs?: number; limit?: number }) {
  const stop = new AbortController();
  const events: RecordedEvent[] = [];
  const ended = (async () => {
    for await (const batch of subscribe(store, { ...options, signal: stop.signal })) events.push(...batch.events);
  })();
  return {
    events,
    stop: async () => {
      stop.abort();
      await ended;
    },
  };
}

/** The events of streams with this id prefix. */
export const inStreams = (events: readonly RecordedEvent[], kind: string) =>
  events.filter((event) => event.streamId.startsWith(kind));

/** Fails unless revisions ascend without a gap in each stream, and positions ascend over all events. */
export function expectAscending(events: readonly RecordedEvent[]): void {
  const last = new Map<string, number>();
  for (const event of events) {
    expect(event.revision).toBe((last.get(event.streamId) ?? -1) + 1);
    last.set(event.streamId, event.revision);
  }
  const positions = events.map((event) => event.position);
  expect([...positions].sort()).toEqual(positions);
  expect(new Set(positions).size).toBe(positions.length);
}
