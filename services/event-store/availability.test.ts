import { afterEach, describe, expect, test } from 'vitest';
import { type WatchedStore, watchStore } from './availability.ts';
import type { EventStore } from './port.ts';
import { appendTo } from './testing/append-to.ts';
import { eventually, newEvent, pause } from './testing/contract/support.ts';
import { memoryEventStore } from './testing/memory.ts';

/** A store with calls that hang while `hangs` selects their stream. */
function controllable(hangs: { all: boolean; stream: string | null }): EventStore {
  const store = memoryEventStore();
  const unlessHanging = async <T>(streamId: string, call: () => Promise<T>): Promise<T> => {
    await eventually(() => !hangs.all && hangs.stream !== streamId);
    return call();
  };
  return {
    ...store,
    appendMany: (batch) => unlessHanging(batch[0]?.streamId ?? '', () => store.appendMany(batch)),
    readLast: (streamIds) => unlessHanging(streamIds[0] ?? '', () => store.readLast(streamIds)),
  };
}

const changes: (Date | null)[] = [];
let watched: WatchedStore | undefined;
afterEach(() => {
  watched?.close();
  changes.length = 0;
});

const watch = (store: EventStore): WatchedStore => {
  const options = { slowMs: 80, probeMs: 80, probeIntervalMs: 20 };
  watched = watchStore(store, {
    copies: async () => null,
    now: () => new Date(),
    onChange: (since: Date | null) => changes.push(since),
    ...options,
  });
  return watched;
};

describe('availability of an event store', () => {
  test('reports a store that does not answer, fails its calls, and reports when it answers again', async () => {
    const hangs = { all: true, stream: null };
    const { store, unavailableSince } = watch(controllable(hangs));
    await expect(appendTo(store, 'a-1', 'no-stream', [newEvent()])).rejects.toThrow('unavailable');
    expect(unavailableSince()).not.toBeNull();
    await expect(appendTo(store, 'a-2', 'no-stream', [newEvent()])).rejects.toThrow('unavailable');
    hangs.all = false;
    await eventually(() => unavailableSince() === null);
    await appendTo(store, 'a-3', 'no-stream', [newEvent()]);
    expect(changes.map((since) => since === null)).toEqual([false, true]);
  });

  test('does not treat a busy process as an unavailable store', async () => {
    const { store, unavailableSince } = watch(memoryEventStore());
    const calls = Array.from({ length: 5 }, async (_, n) => {
      const appended = pause(20 * n).then(() => appendTo(store, `b-${n}`, 'no-stream', [newEvent()]));
      const until = performance.now() + 200;
      while (performance.now() < until);
      await appended;
    });
    await Promise.all(calls);
    expect([unavailableSince(), changes]).toEqual([null, []]);
  });

  test('does not report a store that answers other calls while one of them hangs', async () => {
    const hangs: { all: boolean; stream: string | null } = { all: false, stream: 'c-hangs' };
    const { store, unavailableSince } = watch(controllable(hangs));
    const hanging = appendTo(store, 'c-hangs', 'no-stream', [newEvent()]);
    for (let n = 0; n < 40; n++) {
      await appendTo(store, `c-${n}`, 'no-stream', [newEvent()]);
      await pause(10);
    }
    expect([unavailableSince(), changes]).toEqual([null, []]);
    hangs.stream = null;
    await hanging;
  });
});
