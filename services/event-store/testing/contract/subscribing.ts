import { describe, expect, test } from 'vitest';
import type { EventStore, Position, RecordedEvent } from '../../port.ts';
import { subscribe } from '../../subscribe.ts';
import { appendAtEnd, appendTo } from '../append-to.ts';
import { expectAscending, follow, inStreams } from './following.ts';
import {
  endOfLog,
  eventually,
  newEvent,
  newStreamId,
  pause,
  readToEnd,
  type Subject,
  someEvents,
  TEST_TIMEOUT_MS,
} from './support.ts';

/** Catch-up, live reading, and the transition between them, under continuous writes. */
export function subscribingContract(subject: () => Subject): void {
  describe('subscribing', () => {
    test('readers receive the events of 16 writers once, and each stream in order', async () => {
      const { store, other } = subject();
      const kind = newStreamId('race');
      const start = await endOfLog(store);
      const acknowledged = new Set<string>();
      const readers = [follow(store, { from: start }), follow(other, { from: start, limit: 7 })];
      const write = async (writer: number) => {
        const handle = writer % 2 ? store : other;
        for (let n = 0; n < 25; n++) {
          const stream = `${kind}-${Math.floor(Math.random() * 5)}`;
          const events = someEvents(1 + Math.floor(Math.random() * 3));
          await appendAtEnd(handle, stream, events);
          for (const event of events) acknowledged.add(event.id);
          if (Math.random() < 0.5) await pause(Math.random() * 8);
        }
      };
      const writing = Promise.all(Array.from({ length: 16 }, (_, n) => write(n)));
      await pause(40);
      readers.push(follow(store, { from: start, limit: 3 }));
      await writing;
      for (const reader of readers) {
        await eventually(() => inStreams(reader.events, kind).length >= acknowledged.size);
        await reader.stop();
        const seen = inStreams(reader.events, kind);
        expect(seen).toHaveLength(acknowledged.size);
        expect(new Set(seen.map((event) => event.id))).toEqual(acknowledged);
        expectAscending(seen);
      }
    });

    test('concurrent readers of one handle lose no events, at any position', async () => {
      const { store, other } = subject();
      const kind = newStreamId('abreast');
      const start = await endOfLog(store);
      const readers = [1, 2, 5, 20, 100, 1000].map((limit) => follow(store, { from: start, limit, pollMs: 2 }));
      const written: string[] = [];
      for (let n = 0; n < 100; n++) {
        const events = someEvents(2);
        await appendAtEnd(other, `${kind}-${n % 5}`, events);
        written.push(...events.map(({ id }) => id));
        await pause(Math.random() * 3);
      }
      const end = await endOfLog(other);
      for (const reader of readers) {
        await eventually(() => (reader.events.at(-1)?.position ?? '') >= end);
        await reader.stop();
        expect(inStreams(reader.events, kind).map(({ id }) => id)).toEqual(written);
      }
    });

    test('concurrent batches over several streams keep the order of each stream', async () => {
      const { store, other } = subject();
      const kind = newStreamId('batches');
      const start = await endOfLog(store);
      const reader = follow(other, { from: start });
      let written = 0;
      const write = async (handle: EventStore) => {
        for (let n = 0; n < 20; n++) {
          const streams = new Set(Array.from({ length: 4 }, () => `${kind}-${Math.floor(Math.random() * 8)}`));
          const last = await handle.readLast([...streams]);
          const outcomes = await handle.appendMany(
            [...streams].map((streamId) => ({
              streamId,
              expected: last.get(streamId)?.revision ?? 'no-stream',
              events: someEvents(2),
            })),
          );
          written += 2 * outcomes.filter((outcome) => outcome.ok).length;
          await pause(Math.random() * 4);
        }
      };
      await Promise.all([write(store), write(other), write(store), write(other)]);
      await eventually(() => inStreams(reader.events, kind).length >= written);
      await reader.stop();
      expect(inStreams(reader.events, kind)).toHaveLength(written);
      expectAscending(inStreams(reader.events, kind));
    });

    test('a subscription at the end receives the appends of another handle long before its poll', async () => {
      const { store, other } = subject();
      const reader = follow(store, { from: await endOfLog(store), pollMs: 10 * TEST_TIMEOUT_MS });
      await pause(200);
      for (let n = 1; n <= 5; n++) {
        await appendTo(other, newStreamId(), 'no-stream', [newEvent()]);
        await eventually(() => reader.events.length >= n);
      }
      await reader.stop();
      expect(reader.events).toHaveLength(5);
    });

    test('after a lost connection a subscription continues at its position, and hints arrive again', async ({
      skip,
    }) => {
      const { store, other, cut } = subject();
      if (!cut) return skip('skipped: this store has no connection that could be cut');
      const kind = newStreamId('cut');
      const start = await endOfLog(store);
      const seen: RecordedEvent[] = [];
      const stop = new AbortController();
      let from: Position | undefined = start;
      // Behaves like a worker: resumes from its checkpoint after an outage of the store.
      const following = (async () => {
        while (!stop.signal.aborted) {
          try {
            for await (const batch of subscribe(store, { from, pollMs: 500, signal: stop.signal })) {
              seen.push(...batch.events);
              from = batch.next;
            }
          } catch (error) {
            expect(error).toMatchObject({ name: 'StoreUnavailable' });
            await pause(20);
          }
        }
      })();
      let stored = 0;
      for (let round = 0; round < 3; round++) {
        for (let n = 0; n < 5; n++) {
          const events = [newEvent()];
          await eventually(async () => {
            try {
              await appendTo(other, `${kind}-${round}-${n}`, 'no-stream', events);
              return true;
            } catch (error) {
              expect(error).toMatchObject({ name: 'StoreUnavailable' });
              return false;
            }
          });
          stored++;
        }
        await cut();
      }
      await eventually(() => inStreams(seen, kind).length >= stored);
      stop.abort();
      await following;
      expect(inStreams(seen, kind)).toHaveLength(stored);
      await endOfLog(store);
      expect((await readToEnd(store, { from: start, filter: { streamPrefixes: [kind] } })).events).toHaveLength(stored);
    });

    test('waiting ends at its time-out and at an abort', async () => {
      const { store } = subject();
      await store.waitForAppend(20);
      const stop = new AbortController();
      const waiting = store.waitForAppend(60_000, stop.signal);
      stop.abort();
      await waiting;
      await store.waitForAppend(60_000, stop.signal);
    });
  });
}
