import type { CommandContext, Decider, DomainEvent } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { verifyStream } from '@fynbos/event-store/hash-chain.ts';
import { type EventStore, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { handle, load } from './handle.ts';
import { handleMany, type Snapshot, type StreamCommand } from './handle-many.ts';

type Added = DomainEvent<'Added', { readonly label: string }>;
interface Add {
  readonly label: string;
  /** Refuses if the list already has this length. */
  readonly refuseAt?: number;
}
type Labels = readonly string[];

/** A list of labels. The same label is added once. */
const decider: Decider<Labels, Add, Added> = {
  name: 'labels',
  initial: [],
  decide: ({ label, refuseAt = Number.POSITIVE_INFINITY }, labels) => {
    if (labels.length >= refuseAt) throw new DomainError('conflict', 'invalid', 'The list is full.');
    return labels.includes(label) ? [] : [{ type: 'Added', data: { label } }];
  },
  evolve: (labels, { data }) => [...labels, data.label],
};
const by = (id: string): CommandContext => ({ actor: { kind: 'system', id }, now: new Date(0), correlationId: id });
const add = (streamId: string, label: string, actor = 'test'): StreamCommand<Labels, Add> => ({
  streamId,
  command: { label },
  context: by(actor),
});
const newLog = (store: EventStore = memoryEventStore()) => new EventLog({ store, keys: memoryKeyRing() });
const labelsIn = async (log: EventLog, streamId: string) => (await load(log, decider, streamId)).state;

/** A store to which another writer appends a label of its own before each of the first `times` appends. */
function contendedStore(streamId: string, times: number): EventStore {
  const memory = memoryEventStore();
  let left = times;
  return {
    ...memory,
    appendMany: async (batch) => {
      if (left-- > 0)
        await handle(newLog(memory), { decider, streamId, command: { label: `other-${left}` }, context: by('other') });
      return memory.appendMany(batch);
    },
  };
}

test('commands for several streams need one read and one append', async () => {
  const store = memoryEventStore();
  const log = newLog(store);
  const [read, append] = [vi.spyOn(store, 'readStreams'), vi.spyOn(store, 'appendMany')];
  const handled = await handleMany(log, decider, [add('labels-1', 'a'), add('labels-2', 'b'), add('labels-3', 'c')]);
  expect(read).toHaveBeenCalledOnce();
  expect(append).toHaveBeenCalledOnce();
  expect([...handled].map(([streamId, { state, revision }]) => [streamId, state, revision])).toEqual([
    ['labels-1', ['a'], 0],
    ['labels-2', ['b'], 0],
    ['labels-3', ['c'], 0],
  ]);
});

test('the store is not called without commands', async () => {
  const store = memoryEventStore();
  const [read, append] = [vi.spyOn(store, 'readStreams'), vi.spyOn(store, 'appendMany')];
  expect(await handleMany(newLog(store), decider, [])).toEqual(new Map());
  expect(read).not.toHaveBeenCalled();
  expect(append).not.toHaveBeenCalled();
});

test('two commands for one stream keep their contexts, and the second sees the events of the first', async () => {
  const log = newLog();
  const echo = {
    streamId: 'labels-1',
    command: (labels: Labels): Add => ({ label: `after ${labels}` }),
    context: by('b'),
  };
  await handleMany(log, decider, [add('labels-1', 'x', 'a'), echo]);
  expect(await labelsIn(log, 'labels-1')).toEqual(['x', 'after x']);
  const stored = await log.store.readStream('labels-1');
  expect(stored.map(({ metadata }) => metadata.actor.id)).toEqual(['a', 'b']);
  expect(verifyStream(stored)).toBeNull();
});

test('a command function that returns null leaves its stream unchanged and in the result', async () => {
  const log = newLog();
  const none = { streamId: 'labels-1', command: () => null, context: by('a') };
  expect((await handleMany(log, decider, [none])).get('labels-1')).toEqual({
    state: [],
    events: [],
    position: undefined,
    revision: -1,
  });
});

test('a refused command stops the whole batch', async () => {
  const log = newLog();
  await handleMany(log, decider, [add('labels-1', 'a')]);
  const full = { ...add('labels-1', 'b'), command: { label: 'b', refuseAt: 1 } };
  await expect(handleMany(log, decider, [add('labels-2', 'c'), full])).rejects.toMatchObject({ code: 'invalid' });
  expect(await labelsIn(log, 'labels-2')).toEqual([]);
});

test('the commands are decided again on the events of the other writer after a conflict', async () => {
  const log = newLog(contendedStore('labels-1', 2));
  const handled = await handleMany(log, decider, [add('labels-1', 'a'), add('labels-1', 'b'), add('labels-2', 'c')]);
  expect(await labelsIn(log, 'labels-1')).toEqual(['other-1', 'other-0', 'a', 'b']);
  expect(handled.get('labels-1')?.events.map(({ data }) => data.label)).toEqual(['a', 'b']);
  expect(await labelsIn(log, 'labels-2'), 'a stream without a conflict is appended once').toEqual(['c']);
});

test('reports the store as unavailable when the retries are used up', async () => {
  const store = contendedStore('labels-1', 100);
  const append = vi.spyOn(store, 'appendMany');
  const failed = handleMany(newLog(store), decider, [add('labels-1', 'a')], { retries: 2 });
  await expect(failed).rejects.toBeInstanceOf(StoreUnavailable);
  expect(append).toHaveBeenCalledTimes(3);
});

test('a command in steps is repeated until its last step, with and without conflicts', async () => {
  const log = newLog(contendedStore('labels-1', 2));
  const own = (labels: Labels) => labels.filter((label) => !label.startsWith('other'));
  const step = {
    streamId: 'labels-1',
    command: (labels: Labels): Add | null => (own(labels).length < 3 ? { label: `step-${own(labels).length}` } : null),
    context: by('a'),
  };
  const result = (await handleMany(log, decider, [step], { inSteps: true })).get('labels-1');
  expect(own(result?.state ?? [])).toEqual(['step-0', 'step-1', 'step-2']);
  expect(result?.events.map(({ data }) => data.label)).toEqual(['step-0', 'step-1', 'step-2']);
});

test('reads no stream if the cached state is current', async () => {
  const store = memoryEventStore();
  const log = newLog(store);
  const cache = new Map<string, Snapshot<Labels>>();
  await handleMany(log, decider, [add('labels-1', 'a')], { cache });
  const read = vi.spyOn(store, 'readStreams');
  await handleMany(log, decider, [add('labels-1', 'b')], { cache });
  await handleMany(log, decider, [add('labels-1', 'b')], { cache });
  expect(read).not.toHaveBeenCalled();
  expect(await labelsIn(log, 'labels-1')).toEqual(['a', 'b']);
});

test('decides on the newest state if a stale one gives no event or a refusal', async () => {
  const log = newLog();
  const cache = new Map<string, Snapshot<Labels>>();
  await handleMany(log, decider, [add('labels-1', 'a')], { cache });
  await handle(log, { decider, streamId: 'labels-1', command: { label: 'other' }, context: by('other') });
  const unlessOther = {
    streamId: 'labels-1',
    command: (labels: Labels): Add | null => (labels.includes('other') ? { label: 'b' } : null),
    context: by('a'),
  };
  await handleMany(log, decider, [unlessOther], { cache });
  expect(await labelsIn(log, 'labels-1')).toEqual(['a', 'other', 'b']);
  await handle(log, { decider, streamId: 'labels-1', command: { label: 'c' }, context: by('other') });
  const refusedBefore = {
    streamId: 'labels-1',
    command: (labels: Labels): Add => ({ label: 'd', refuseAt: labels.includes('c') ? 9 : 0 }),
    context: by('a'),
  };
  await handleMany(log, decider, [refusedBefore], { cache });
  expect(await labelsIn(log, 'labels-1')).toEqual(['a', 'other', 'b', 'c', 'd']);
  const full = { ...add('labels-1', 'e'), command: { label: 'e', refuseAt: 5 } };
  await expect(handleMany(log, decider, [full], { cache })).rejects.toMatchObject({ code: 'invalid' });
});

test('concurrent writers append each label once, in their order', async () => {
  const writer = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 9 })), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(writer, { minLength: 1, maxLength: 4 }), fc.boolean(), async (writers, isCached) => {
      const store = memoryEventStore();
      const logs = writers.map(() => newLog(store));
      await Promise.all(
        writers.map(async (labels, writerNo) => {
          const cache = isCached ? new Map<string, Snapshot<Labels>>() : undefined;
          const commands = labels.map(([stream, label]) => add(`labels-${stream}`, `${writerNo}:${label}`));
          const half = Math.ceil(commands.length / 2);
          for (const batch of [commands.slice(0, half), commands.slice(half)])
            await handleMany(logs[writerNo] as EventLog, decider, batch, { retries: 50, ...(cache ? { cache } : {}) });
        }),
      );
      const log = newLog(store);
      for (const stream of [1, 2, 3]) {
        const labels = await labelsIn(log, `labels-${stream}`);
        for (const [writerNo, given] of writers.entries()) {
          const expected = given.flatMap(([to, label]) => (to === stream ? [`${writerNo}:${label}`] : []));
          expect(labels.filter((label) => label.startsWith(`${writerNo}:`))).toEqual([...new Set(expected)]);
        }
        expect(verifyStream(await store.readStream(`labels-${stream}`))).toBeNull();
      }
    }),
    { numRuns: 60 },
  );
});
