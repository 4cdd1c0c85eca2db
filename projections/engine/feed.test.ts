import { memoryEventStore } from '@fynbos/event-store/memory.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { expect, test } from 'vitest';
import { asStored } from './decode.ts';
import { Feed } from './feed.ts';
import { post, posted } from './testing/tallies.ts';

test('what is told during the read that does not have it yet is waited for by nobody', async () => {
  const inner = memoryEventStore();
  await post(inner, posted('a', 1));
  const reads: number[] = [];
  let polls = 0;
  const store: EventStore = {
    ...inner,
    append: (...given) => inner.append(...given),
    // Never by the clock: only what is told ends the wait.
    waitForAppend: (_ms, signal) => {
      polls++;
      return inner.waitForAppend(60_000, signal);
    },
    async readAll(options) {
      const page = await inner.readAll(options);
      reads.push(page.events.length);
      // The first read that finds nothing: an event comes, and is told, before its answer is heard.
      if (page.events.length === 0 && polls === 1) await post(inner, posted('b', 2));
      return page;
    },
  };
  const feed = new Feed(store, asStored, 1);
  const { next } = (await inner.readAll({ limit: 10 })) as { next: string };
  expect(await feed.wait(next as never, 20_000)).toBe(true);
  await feed.close();
});
