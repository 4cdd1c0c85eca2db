import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { describe, expect, test } from 'vitest';
import { EventLog } from '../../event-log.ts';
import { verifyStream } from '../../hash-chain.ts';
import { type ExpectedRevision, type StreamAppend, WrongExpectedRevision } from '../../port.ts';
import { appendTo } from '../append-to.ts';
import { endOfLog, newEvent, newStreamId, readToEnd, type Subject, someEvents } from './support.ts';

const conflict = (streamId: string, expected: ExpectedRevision, actual: number | null) =>
  expect.objectContaining({ name: 'WrongExpectedRevision', streamId, expected, actual });

/** Expected revisions, repetition, atomicity. */
export function appendingContract(subject: () => Subject): void {
  describe('appending', () => {
    test('the first append creates the stream, revisions count from zero, and events read back unchanged', async () => {
      const { store } = subject();
      const stream = newStreamId();
      const events = [
        newEvent(
          'Opened',
          { text: 'Zürich "\\" \u0000 \u001e 🦏', n: 1.5, nested: { b: 1, a: [null, true] } },
          { reason: 'because', causationId: 'c' },
        ),
        newEvent('Closed', { 2: 'two', 1: 'one', z: '' }),
      ];
      const answer = await appendTo(store, stream, 'no-stream', events);
      expect(answer).toMatchObject({ revision: 1, repeated: false });
      const stored = await store.readStream(stream);
      expect(stored.map((event) => event.revision)).toEqual([0, 1]);
      expect(stored[1]?.position).toBe(answer.position);
      expect(stored.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }))).toEqual(events);
      expect(stored.map((event) => JSON.stringify([event.data, event.metadata]))).toEqual(
        events.map((event) => JSON.stringify([event.data, event.metadata])),
      );
    });

    test('an append at another revision than the last is refused with the actual one', async () => {
      const { store } = subject();
      const stream = newStreamId();
      await expect(appendTo(store, stream, 0, [newEvent()])).rejects.toEqual(conflict(stream, 0, null));
      expect(await appendTo(store, stream, 'no-stream', someEvents(3))).toMatchObject({ revision: 2 });
      await expect(appendTo(store, stream, 'no-stream', [newEvent()])).rejects.toEqual(
        conflict(stream, 'no-stream', 2),
      );
      await expect(appendTo(store, stream, 1, [newEvent()])).rejects.toEqual(conflict(stream, 1, 2));
      await expect(appendTo(store, stream, 3, [newEvent()])).rejects.toEqual(conflict(stream, 3, 2));
      expect(await appendTo(store, stream, 2, [newEvent()])).toMatchObject({ revision: 3 });
      expect((await store.readStream(stream)).map((event) => event.revision)).toEqual([0, 1, 2, 3]);
    });

    test('a refusal is a typed error and leaves nothing behind', async () => {
      const { store } = subject();
      const stream = newStreamId();
      await expect(appendTo(store, stream, 4, someEvents(2))).rejects.toBeInstanceOf(WrongExpectedRevision);
      expect(await store.readStream(stream)).toEqual([]);
    });

    test('a repeated append with the same ids answers as before and stores nothing', async () => {
      const { store, other } = subject();
      const stream = newStreamId();
      await appendTo(store, stream, 'no-stream', someEvents(2));
      const events = someEvents(2);
      const first = await appendTo(store, stream, 1, events);
      await appendTo(store, stream, 3, [newEvent()]);
      expect(await appendTo(other, stream, 1, events, false)).toEqual({ ...first, repeated: true });
      expect(await store.readStream(stream)).toHaveLength(5);
    });

    test('the same creation again answers as the first time', async () => {
      const { store } = subject();
      const stream = newStreamId();
      const events = someEvents(3);
      const first = await appendTo(store, stream, 'no-stream', events);
      expect(await appendTo(store, stream, 'no-stream', events, false)).toEqual({ ...first, repeated: true });
      expect(await store.readStream(stream)).toHaveLength(3);
    });

    test('an append of which only some ids are known is a conflict and stores nothing', async () => {
      const { store } = subject();
      const stream = newStreamId();
      const events = someEvents(2);
      await appendTo(store, stream, 'no-stream', events);
      await expect(appendTo(store, stream, 'no-stream', [...events, newEvent()])).rejects.toEqual(
        conflict(stream, 'no-stream', 1),
      );
      expect(await store.readStream(stream)).toHaveLength(2);
    });

    test('a batch answers each stream in order, and one conflict does not fail its neighbours', async () => {
      const { store } = subject();
      const [taken, free, missing, again] = [newStreamId(), newStreamId(), newStreamId(), newStreamId()];
      const known = [newEvent()];
      await appendTo(store, taken, 'no-stream', someEvents(2));
      await appendTo(store, again, 'no-stream', known);
      const outcomes = await store.appendMany([
        { streamId: taken, expected: 'no-stream', events: someEvents(2) },
        { streamId: free, expected: 'no-stream', events: someEvents(2) },
        { streamId: missing, expected: 7, events: [newEvent()] },
        { streamId: again, expected: 'no-stream', events: known },
      ]);
      expect(outcomes).toMatchObject([
        { ok: false, conflict: conflict(taken, 'no-stream', 1) },
        { ok: true, revision: 1, repeated: false },
        { ok: false, conflict: conflict(missing, 7, null) },
        { ok: true, revision: 0, repeated: true },
      ]);
      const streams = await store.readStreams([taken, free, missing, again]);
      expect([...streams.values()].map((events) => events.length)).toEqual([2, 2, 0, 1]);
    });

    test('an append returns its revision and position', async () => {
      const { store } = subject();
      const stream = newStreamId();
      for (const [expected, count, revision] of [
        ['no-stream', 2, 1],
        [1, 3, 4],
      ] as const) {
        const outcome = await appendTo(store, stream, expected, someEvents(count));
        const [last] = await store.readStream(stream, { direction: 'backwards', limit: 1 });
        expect(outcome).toEqual({ ok: true, revision, position: last?.position, repeated: false });
      }
    });

    test('a batch of a thousand streams is stored completely', async () => {
      const { store } = subject();
      const batch = Array.from({ length: 1000 }, () => ({
        streamId: newStreamId('many'),
        expected: 'no-stream' as const,
        events: someEvents(2),
      }));
      const outcomes = await store.appendMany(batch);
      expect(outcomes.every((outcome) => outcome.ok && outcome.revision === 1 && !outcome.repeated)).toBe(true);
      const streams = await store.readStreams(batch.map((entry) => entry.streamId));
      for (const entry of batch) {
        expect(streams.get(entry.streamId)?.map((event) => event.id)).toEqual(entry.events.map((event) => event.id));
      }
    });

    test('the hash chain verifies over the events that are read back', async () => {
      const { store } = subject();
      const log = new EventLog({ store, keys: memoryKeyRing() });
      const context = { actor: { kind: 'agent', id: '7' }, now: new Date(0), correlationId: 'c', from: '::1' } as const;
      const data = { text: 'ü "\\" 🦏', 7: 1, list: [1.5, null, -0], gone: undefined, personal: { name: 'Thandi' } };
      const events = [1, 2, 3].map(() => ({ type: 'Tested', data }));
      const [outcome] = await log.append([{ stream: await log.readStream(newStreamId('agent')), events, context }]);
      if (!outcome?.ok) throw outcome?.conflict;
      await log.append([{ stream: outcome.head, events, context }]);
      const stored = await store.readStream(outcome.head.streamId);
      expect(stored).toHaveLength(6);
      expect(verifyStream(stored)).toBeNull();
    });

    test('a copy keeps the order of interleaved streams, and a repeated copy stores nothing', async () => {
      const { store } = subject();
      const start = await endOfLog(store);
      const streams = [newStreamId('copy'), newStreamId('copy'), newStreamId('copy')];
      const entries = Array.from({ length: 300 }, (_, n): StreamAppend => {
        const revision = Math.floor(n / 3);
        const expected = revision === 0 ? 'no-stream' : revision - 1;
        return { streamId: streams[n % 3] as string, expected, events: [newEvent('Copied', { n })] };
      });
      await store.appendInOrder(entries.slice(0, 200));
      await store.appendInOrder(entries);
      await endOfLog(store);
      const { events } = await readToEnd(store, { from: start, filter: { streamPrefixes: streams } });
      expect(events.map(({ id }) => id)).toEqual(entries.map((entry) => entry.events[0]?.id));
    });

    test('a copy into a stream that holds something else is refused', async () => {
      const { store } = subject();
      const stream = newStreamId('copy');
      await appendTo(store, stream, 'no-stream', [newEvent()]);
      const copy = store.appendInOrder([{ streamId: stream, expected: 'no-stream', events: [newEvent()] }]);
      await expect(copy).rejects.toMatchObject(conflict(stream, 'no-stream', 0));
    });

    test('a copy that is refused in its middle names that entry and has stored those before it in order', async () => {
      const { store } = subject();
      const start = await endOfLog(store);
      const streams = Array.from({ length: 50 }, () => newStreamId('copy'));
      await appendTo(store, streams[25] as string, 'no-stream', [newEvent()]);
      const entries = streams.map(
        (streamId): StreamAppend => ({ streamId, expected: 'no-stream', events: [newEvent('Copied')] }),
      );
      await expect(store.appendInOrder(entries)).rejects.toMatchObject(conflict(streams[25] as string, 'no-stream', 0));
      await endOfLog(store);
      const { events } = await readToEnd(store, { from: start, filter: { types: ['Copied'] } });
      const ids = entries.flatMap((entry) => entry.events.map(({ id }) => id));
      const before = ids.slice(0, 25);
      expect(events.map(({ id }) => id).filter((id) => before.includes(id))).toEqual(before);
      expect(events.map(({ id }) => id)).not.toContain(ids[25]);
    });

    test('an empty append and a stream twice in one batch are programming errors', async () => {
      const { store } = subject();
      const twice = { streamId: newStreamId(), expected: 'no-stream' as const, events: [newEvent()] };
      await expect(appendTo(store, newStreamId(), 'no-stream', [])).rejects.toBeInstanceOf(RangeError);
      await expect(store.appendMany([twice, { ...twice, events: [newEvent()] }])).rejects.toBeInstanceOf(RangeError);
      expect(await store.appendMany([])).toEqual([]);
    });
  });
}
