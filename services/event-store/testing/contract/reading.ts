import { DAY_MS } from '@fynbos/domain/calendar.ts';
import { describe, expect, test } from 'vitest';
import type { Position, RecordedEvent } from '../../port.ts';
import { appendTo } from '../append-to.ts';
import { endOfLog, newEvent, newStreamId, reached, readToEnd, type Subject, someEvents } from './support.ts';

const ids = (events: readonly { id: string }[]) => events.map((event) => event.id);

/** Copies an event with getters to a plain object for comparison. */
const plainly = ({ id, type, data, metadata, streamId, revision, position }: RecordedEvent): RecordedEvent => {
  const { v, recordedAt, actor, correlationId, causationId, reason, sealedFrom, demo, hash } = metadata;
  const whole = { v, recordedAt, actor, correlationId, causationId, reason, sealedFrom, demo, hash };
  return { id, type, data, metadata: whole, streamId, revision, position };
};

/** Streams, the whole log in both directions, filters, single events. */
export function readingContract(subject: () => Subject): void {
  describe('reading', () => {
    test('a stream reads in both directions, from a revision, up to a limit', async () => {
      const { store } = subject();
      const stream = newStreamId();
      await appendTo(store, stream, 'no-stream', someEvents(5));
      const revisions = async (options: Parameters<typeof store.readStream>[1]) =>
        (await store.readStream(stream, options)).map((event) => event.revision);
      expect(await revisions({})).toEqual([0, 1, 2, 3, 4]);
      expect(await revisions({ from: 2 })).toEqual([2, 3, 4]);
      expect(await revisions({ from: 1, limit: 2 })).toEqual([1, 2]);
      expect(await revisions({ direction: 'backwards' })).toEqual([4, 3, 2, 1, 0]);
      expect(await revisions({ direction: 'backwards', from: 2 })).toEqual([2, 1, 0]);
      expect(await revisions({ direction: 'backwards', limit: 1 })).toEqual([4]);
      expect(await revisions({ from: 9 })).toEqual([]);
    });

    test('an append that another handle confirmed is in the next read of known streams', async () => {
      const { store, other } = subject();
      const [stream, missing] = [newStreamId(), newStreamId()];
      // Hints may update cached streams.
      await store.waitForAppend(1);
      for (let n = 0; n < 100; n++) {
        const { revision } = await appendTo(other, stream, n === 0 ? 'no-stream' : n - 1, [newEvent()]);
        const streams = await store.readStreams([stream, missing]);
        expect(streams.get(stream)?.at(-1)?.revision).toBe(revision);
        expect(streams.get(missing)).toEqual([]);
        expect((await store.readLast([stream])).get(stream)?.revision).toBe(revision);
      }
      await appendTo(other, missing, 'no-stream', [newEvent()]);
      expect((await store.readStreams([missing])).get(missing)).toHaveLength(1);
    });

    test('a stream that does not exist is empty, in a single and in a multiple read', async () => {
      const { store } = subject();
      const [there, missing] = [newStreamId(), newStreamId()];
      await appendTo(store, there, 'no-stream', someEvents(3));
      expect(await store.readStream(missing)).toEqual([]);
      expect(await store.readStream(missing, { direction: 'backwards' })).toEqual([]);
      const streams = await store.readStreams([missing, there]);
      expect(streams.get(missing)).toEqual([]);
      expect(streams.get(there)).toEqual(await store.readStream(there));
      expect((await store.readStreams([])).size).toBe(0);
    });

    test('the last events of many streams are read in one call; missing streams are left out', async () => {
      const { store } = subject();
      const [long, short, missing] = [newStreamId(), newStreamId(), newStreamId()];
      await appendTo(store, long, 'no-stream', someEvents(3));
      await appendTo(store, short, 'no-stream', someEvents(1));
      const last = await store.readLast([missing, long, short, long]);
      expect([...last.keys()].sort()).toEqual([long, short].sort());
      for (const stream of [long, short]) expect(last.get(stream)).toEqual((await store.readStream(stream)).at(-1));
      await appendTo(store, long, 2, someEvents(1));
      expect((await store.readLast([long])).get(long)?.revision).toBe(3);
      expect((await store.readLast([])).size).toBe(0);
    });

    test('the age of a stream follows the clock of the store, not of its writers', async () => {
      const { store, other } = subject();
      const [past, future, missing] = [newStreamId(), newStreamId(), newStreamId()];
      await appendTo(store, past, 'no-stream', [newEvent('Tested', {}, { recordedAt: '2020-01-01T00:00:00.000Z' })]);
      await appendTo(store, future, 'no-stream', [newEvent('Tested', {}, { recordedAt: '2120-01-01T00:00:00.000Z' })]);
      const ages = await other.agesOf([past, missing, future, past]);
      expect([...ages.keys()].sort()).toEqual([past, future].sort());
      for (const age of ages.values()) expect(Math.abs(age)).toBeLessThan(DAY_MS);
      const later = await store.agesOf([past]);
      expect(later.get(past)).toBeGreaterThanOrEqual(ages.get(past) as number);
      expect((await store.agesOf([])).size).toBe(0);
    });

    test('an event is found by its id, and an unknown id is nothing', async () => {
      const { store } = subject();
      const stream = newStreamId();
      const events = someEvents(2);
      await appendTo(store, stream, 'no-stream', events);
      const [first, second] = (await store.readStream(stream)) as [RecordedEvent, RecordedEvent];
      expect(await store.readEvent(second.id)).toEqual(second);
      expect(await store.readEvent(second.id, second.position)).toEqual(second);
      expect(await store.readEvent(second.id, first.position)).toEqual(second);
      expect(await store.readEvent(newEvent().id, second.position)).toBeNull();
      expect(await store.readEvent(newEvent().id)).toBeNull();
      expect(await store.readEvent('no uuid')).toBeNull();
    });

    test('pages of any size return every event once, in order of position, in both directions', async () => {
      const { store } = subject();
      const before = await endOfLog(store);
      const streams = [newStreamId(), newStreamId(), newStreamId()];
      const written: string[] = [];
      for (let n = 0; n < 4; n++) {
        for (const stream of streams) {
          const events = someEvents(2);
          await appendTo(store, stream, n ? n * 2 - 1 : 'no-stream', events);
          written.push(...ids(events));
        }
      }
      const end = await endOfLog(store);
      for (const limit of [1, 3, 24, 25, 1000]) {
        const events = (await readToEnd(store, { from: before, limit })).events.slice(0, written.length);
        expect(ids(events)).toEqual(written);
        const positions = events.map((event) => event.position);
        expect([...positions].sort()).toEqual(positions);
        const back: RecordedEvent[] = [];
        let from: Position | undefined = end;
        while (back.length < written.length) {
          const page = await store.readAll({ direction: 'backwards', limit, from });
          back.push(...page.events);
          from = page.next;
        }
        expect(ids(back.slice(0, written.length))).toEqual([...written].reverse());
      }
    });

    test('paging backwards ends at the first event', async () => {
      const { store } = subject();
      await endOfLog(store);
      const forwards = await readToEnd(store);
      const backwards = await readToEnd(store, { direction: 'backwards' });
      expect(ids(backwards.events).reverse()).toEqual(ids(forwards.events));
    });

    test('reports the end of the log with its position and continues from there', async () => {
      const { store } = subject();
      const end = await endOfLog(store);
      expect(await store.readAll({ from: end, limit: 10 })).toEqual({ events: [], next: end, atEnd: true });
      expect(await store.head()).toBe(end);
      const event = newEvent();
      const { position } = await appendTo(store, newStreamId(), 'no-stream', [event]);
      await reached(store, position);
      const page = await store.readAll({ from: end, limit: 10 });
      expect(ids(page.events)).toEqual([event.id]);
      expect(page.next).toBe(position);
      expect(await store.head()).toBe(position);
    });

    test('filters by type, stream prefix and recording time, separately and together, and the position advances', async () => {
      const { store } = subject();
      const before = await endOfLog(store);
      const kind = `kind${Math.floor(Math.random() * 1e9)}`;
      const at = (recordedAt: string) => ({ recordedAt });
      const a = [
        newEvent(`${kind}A`, {}, at('2026-01-31T21:59:59.999Z')),
        newEvent(`${kind}B`, {}, at('2026-01-31T22:00:00.000Z')),
      ];
      const b = [
        newEvent(`${kind}A`, {}, at('2026-01-31T22:00:00.001Z')),
        newEvent(`${kind}C`, {}, at('2026-01-31T21:00:00.000Z')),
      ];
      await appendTo(store, `${kind}-x-1`, 'no-stream', a);
      await appendTo(store, `${kind}_x-1`, 'no-stream', b);
      const end = await endOfLog(store);
      const found = async (filter: object) => {
        const whole = await readToEnd(store, { from: before, filter });
        expect(whole.pages.at(-1)?.next).toBe(end);
        expect(ids((await readToEnd(store, { from: before, filter, limit: 1 })).events)).toEqual(ids(whole.events));
        const lazily = await readToEnd(store, { from: before, filter, hints: { lazily: true } });
        expect(lazily.events.map(plainly)).toEqual(whole.events);
        return ids(whole.events);
      };
      const all = [...a, ...b].map((event) => event.id);
      expect(await found({ types: [`${kind}A`] })).toEqual([all[0], all[2]]);
      expect(await found({ types: [`${kind}A`, `${kind}C`] })).toEqual([all[0], all[2], all[3]]);
      expect(await found({ types: [`${kind}None`] })).toEqual([]);
      expect(await found({ streamPrefixes: [`${kind}-`] })).toEqual([all[0], all[1]]);
      expect(await found({ streamPrefixes: [`${kind}_`, `${kind}-x`] })).toEqual(all);
      expect(await found({ recordedUntil: '2026-01-31T22:00:00.000Z', streamPrefixes: [kind] })).toEqual([
        all[0],
        all[1],
        all[3],
      ]);
      expect(
        await found({ types: [`${kind}A`], streamPrefixes: [`${kind}_`], recordedUntil: '2026-02-01T00:00:00Z' }),
      ).toEqual([all[2]]);
    });

    test('lazily read events have the same content', async () => {
      const { store } = subject();
      const from = await endOfLog(store);
      const all = {
        recordedAt: '2026-03-01T10:00:00.000Z',
        reason: 'é \\ " \n 😀',
        sealedFrom: 'x',
        demo: true,
      } as const;
      const stream = newStreamId('Zoë\\');
      await appendTo(store, stream, 'no-stream', [
        newEvent('Tested', { text: 'tab\t, \\N, 😀 and a line\n', none: null, list: [1, { a: -0.5 }] }),
        newEvent('Tested', {}, { v: 12, causationId: 'before', ...all }),
        // Written by another program: in another key order, and without milliseconds.
        { ...newEvent(), metadata: { ...newEvent().metadata, v: 3, recordedAt: '2026-03-01T10:00:00Z' } },
        { ...newEvent(), metadata: Object.fromEntries(Object.entries(newEvent().metadata).reverse()) as never },
      ]);
      await endOfLog(store);
      const whole = await readToEnd(store, { from });
      expect(whole.events.filter(({ streamId }) => streamId === stream)).toHaveLength(4);
      for (const limit of [2, 500]) {
        const lazily = await readToEnd(store, { from, limit, hints: { lazily: true } });
        expect(lazily.events.map(plainly)).toEqual(whole.events);
      }
    });
  });
}
