import type { EventStore, Position } from '@fynbos/event-store/port.ts';
import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import { expect, test } from 'vitest';
import { asStored } from '../decode.ts';
import { post, posted } from '../testing/tallies.ts';
import { LogTail } from './log-tail.ts';

test('wakes a caller for an event that is announced during a read that misses it', async () => {
  const inner = memoryEventStore();
  await post(inner, posted('a', 1));
  const reads: number[] = [];
  let polls = 0;
  const store: EventStore = {
    ...inner,
    // Never by the clock: only a notification ends the wait.
    waitForAppend: (_ms, signal) => {
      polls++;
      return inner.waitForAppend(60_000, signal);
    },
    async readAll(options) {
      const page = await inner.readAll(options);
      reads.push(page.events.length);
      // An event is appended and announced after the first read that finds nothing, before its answer arrives.
      if (page.events.length === 0 && polls === 1) await post(inner, posted('b', 2));
      return page;
    },
  };
  const tail = new LogTail(store, asStored, 1);
  const { next } = (await inner.readAll({ limit: 10 })) as { next: string };
  expect(await tail.wait(next as never, 60_000)).toBe(true);
  await tail.close();
});

test('reads half as often while events keep arriving', async () => {
  const inner = memoryEventStore();
  await post(inner, posted('a', 1));
  let reads = 0;
  const store: EventStore = {
    ...inner,
    async readAll(options) {
      const page = await inner.readAll(options);
      if (page.events.length > 0) reads++;
      return page;
    },
  };
  const tail = new LogTail(store, asStored, 20);
  let at = (await inner.readAll({ limit: 10 })).next as Position;
  const began = performance.now();
  let announced = 0;
  const appending = (async () => {
    for (let n = 2; announced < 15; n++) {
      await post(inner, posted('b', n));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  while (announced < 15) {
    expect(await tail.wait(at, 60_000)).toBe(true);
    const page = await tail.read(at, { types: new Set(['Posted']), personal: false });
    at = page?.next ?? at;
    announced++;
  }
  const elapsed = performance.now() - began;
  await appending;
  // One read, then one every forty milliseconds; an even pace would give one every twenty.
  expect(elapsed / (reads - 1)).toBeGreaterThan(30);
  await tail.close();
});

test('every waiting caller times out after its own time', async () => {
  const store = memoryEventStore();
  await post(store, posted('a', 1));
  const { next } = (await store.readAll({ limit: 10 })) as { next: Position };
  const tail = new LogTail(store, asStored, 1);
  const began = performance.now();
  const waited = Array.from({ length: 100 }, async (_, n) => {
    const timeoutMs = ((n * 37) % 100) + n / 100;
    expect(await tail.wait(next, timeoutMs)).toBe(false);
    return performance.now() - began - timeoutMs;
  });
  const late = await Promise.all(waited);
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
  await tail.close();
});
