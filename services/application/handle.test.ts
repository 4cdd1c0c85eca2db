import { randomUUID } from 'node:crypto';
import type { CommandContext, Decider, DomainEvent } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { verifyStream } from '@fynbos/event-store/hash-chain.ts';
import { type EventStore, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { expect, test } from 'vitest';
import { handle, load } from './handle.ts';

type Added = DomainEvent<'Added', { readonly amount: number; readonly personal?: { note: string } | null }>;
type Command = { add: number; upTo?: number; note?: string };
interface State {
  readonly total: number;
  readonly notes: readonly (string | null)[];
}

const decider: Decider<State, Command, Added> = {
  name: 'tally',
  initial: { total: 0, notes: [] },
  decide: ({ add, upTo = Number.POSITIVE_INFINITY, note }, { total }) => {
    if (add < 0) throw new DomainError('invalid', 'invalid', 'no');
    if (total + add > upTo) return [];
    return [{ type: 'Added', data: { amount: add, ...(note ? { personal: { note } } : {}) } }];
  },
  evolve: ({ total, notes }, { data }) => ({
    total: total + data.amount,
    notes: [...notes, data.personal?.note ?? null],
  }),
};
const context: CommandContext = { actor: { kind: 'system', id: 'test' }, now: new Date(0), correlationId: 'c' };
const newLog = (store: EventStore = memoryEventStore()) => new EventLog({ store, keys: memoryKeyRing() });

test('a command appends events and returns state, position and revision', async () => {
  const log = newLog();
  const first = await handle(log, { decider, streamId: 'tally-1', command: { add: 2, note: 'hello' }, context });
  expect(first).toMatchObject({ state: { total: 2 }, events: [{ type: 'Added' }], revision: 0 });
  const second = await handle(log, { decider, streamId: 'tally-1', command: { add: 3 }, context });
  expect(second.state).toEqual({ total: 5, notes: ['hello', null] });
  expect((second.position ?? '') > (first.position ?? '')).toBe(true);
  expect((await load(log, decider, 'tally-1')).state).toEqual(second.state);
  expect((await load(log, decider, 'tally-1', { personal: false })).state.notes).toEqual([null, null]);
});

test('appends nothing for a command that is refused or changes nothing', async () => {
  const log = newLog();
  await handle(log, { decider, streamId: 'tally-1', command: { add: 2 }, context });
  expect(await handle(log, { decider, streamId: 'tally-1', command: { add: 2, upTo: 3 }, context })).toMatchObject({
    events: [],
    position: undefined,
    revision: 0,
  });
  await expect(handle(log, { decider, streamId: 'tally-1', command: { add: -1 }, context })).rejects.toMatchObject({
    kind: 'invalid',
  });
  expect(await log.store.readStream('tally-1')).toHaveLength(1);
});

test('conflicting commands are each decided on the newest state, and the hash chain stays intact', async () => {
  const log = newLog();
  await Promise.all(
    Array.from({ length: 30 }, () =>
      handle(log, { decider, streamId: 'tally-1', command: { add: 1, upTo: 10 }, context, retries: 50 }),
    ),
  );
  expect((await load(log, decider, 'tally-1')).state.total).toBe(10);
  expect(verifyStream(await log.store.readStream('tally-1'))).toBeNull();
});

test('a command may be created from the state, again at each attempt', async () => {
  const log = newLog();
  await handle(log, { decider, streamId: 'tally-1', command: { add: 4 }, context });
  const doubled = await handle(log, {
    decider,
    streamId: 'tally-1',
    command: ({ total }) => ({ add: total }),
    context,
  });
  expect(doubled.state.total).toBe(8);
});

test('a command that always conflicts is refused after a bounded number of attempts', async () => {
  const memory = memoryEventStore();
  let attempts = 0;
  const contended: EventStore = {
    ...memory,
    appendMany: async (batch) => {
      attempts++;
      await newLog(memory).append([
        {
          stream: await newLog(memory).readStream('tally-1'),
          events: [{ type: 'Added', data: { amount: 1 } }],
          context,
        },
      ]);
      return memory.appendMany(batch);
    },
  };
  await expect(
    handle(newLog(contended), { decider, streamId: 'tally-1', command: { add: 1 }, context, retries: 3 }),
  ).rejects.toMatchObject({
    name: 'DomainError',
    kind: 'conflict',
    code: 'tally.contended',
  });
  expect(attempts).toBe(4);
});

test('an outage is passed on, and the same command with the same ids afterwards counts once', async () => {
  const memory = memoryEventStore();
  let broken = true;
  const store: EventStore = {
    ...memory,
    appendMany: async (batch) => {
      const outcomes = await memory.appendMany(batch);
      if (broken) throw new StoreUnavailable('the answer was lost');
      return outcomes;
    },
  };
  const id = randomUUID();
  const log = new EventLog({ store, keys: memoryKeyRing(), newId: () => id });
  const stream = await log.readStream('tally-1');
  const change = { stream, events: [{ type: 'Added', data: { amount: 2 } }], context };
  await expect(log.append([change])).rejects.toBeInstanceOf(StoreUnavailable);
  broken = false;
  const [outcome] = await log.append([{ ...change, context: { ...context, now: new Date(1000) } }]);
  const stored = await store.readStream('tally-1');
  expect(stored).toHaveLength(1);
  expect(outcome).toMatchObject({
    ok: true,
    repeated: true,
    head: { revision: 0, lastHash: stored[0]?.metadata.hash },
  });
});
