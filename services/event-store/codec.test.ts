import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { EventLog } from './event-log.ts';
import { macOf, verifyStream } from './hash-chain.ts';
import type { EventStore, RecordedEvent } from './port.ts';
import { memoryEventStore } from './testing/memory.ts';
import { openPostgresSubject } from './testing/postgres-subject.ts';
import type { Upcasters } from './upcast.ts';

const context: CommandContext = {
  actor: { kind: 'agent', id: '7' },
  now: new Date('2026-03-01T10:00:00Z'),
  correlationId: 'c-1',
};
const opened = (personal: object) => ({ type: 'Opened', data: { at: 1, personal } });

function newLog(store: EventStore = memoryEventStore()) {
  const keys = memoryKeyRing();
  return { keys, log: new EventLog({ store, keys }) };
}

test('event ids ascend within a process, also in one millisecond and after the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const { log } = newLog();
    const ids: string[] = [];
    for (const ms of [0, 0, -60_000, 1, 60_000]) {
      vi.setSystemTime(Date.parse('2099-01-01T00:00:00.000Z') + ms);
      const events = Array.from({ length: 2_000 }, () => ({ type: 'Moved', data: {} }));
      const streamId = `agent-${ids.length}`;
      await log.append([{ stream: await log.readStream(streamId), events, context }]);
      ids.push(...(await log.readStream(streamId)).events.map(({ id }) => id));
    }
    expect(new Set(ids).size).toBe(10_000);
    expect([...ids].sort()).toEqual(ids);
  } finally {
    vi.useRealTimers();
  }
});

test('personal data is stored encrypted, decrypted on request, and null otherwise', async () => {
  const { log } = newLog();
  const [stream] = [await log.readStream('agent-7')];
  await log.append([{ stream, events: [opened({ name: 'Thandi' }), { type: 'Moved', data: { to: 'x' } }], context }]);
  const stored = JSON.stringify(await log.store.readStream('agent-7'));
  expect(stored).not.toContain('Thandi');
  const [open] = (await log.readStream('agent-7', { personal: true })).events;
  expect(open?.data).toEqual({ at: 1, personal: { name: 'Thandi' } });
  const [shut, plain] = (await log.readStream('agent-7')).events;
  expect(shut?.data).toEqual({ at: 1, personal: null });
  expect(plain?.data).toEqual({ to: 'x' });
});

test('memory of a decoded page is released with the page', async () => {
  const script = path.join(import.meta.dirname, 'testing/decode-pages.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script]);
  expect(stdout).toMatch(/\d/);
  expect(Number(stdout)).toBeLessThan(4);
});

test('once the key is destroyed, personal data is null permanently; the rest and the chain stay', async () => {
  const { log, keys } = newLog();
  await log.append([{ stream: await log.readStream('agent-7'), events: [opened({ name: 'Thandi' })], context }]);
  await keys.destroy('agent-7');
  const loaded = await log.readStream('agent-7', { personal: true });
  expect(loaded.events[0]?.data).toEqual({ at: 1, personal: null });
  await log.append([{ stream: loaded, events: [opened({ name: 'Sipho' })], context }]);
  const stored = await log.store.readStream('agent-7');
  expect(JSON.stringify(stored)).not.toContain('Sipho');
  expect(stored[1]?.data).toEqual({ at: 1, personal: null });
  expect(verifyStream(stored)).toBeNull();
});

test('the context becomes metadata, the address sealed for agents and admins and dropped for all others', async () => {
  const { log, keys } = newLog();
  const full = { ...context, from: '10.1.2.3', reason: 'asked', causationId: 'e-1', demo: true as const };
  const append = async (streamId: string, ctx: CommandContext) => {
    await log.append([{ stream: await log.readStream(streamId), events: [{ type: 'Moved', data: {} }], context: ctx }]);
    return (await log.store.readStream(streamId))[0] as RecordedEvent;
  };
  const byAgent = await append('promotion-1', full);
  const { sealedFrom, hash, mac, ...rest } = byAgent.metadata;
  expect(rest).toEqual({
    v: 1,
    recordedAt: '2026-03-01T10:00:00.000Z',
    actor: { kind: 'agent', id: '7' },
    correlationId: 'c-1',
    causationId: 'e-1',
    reason: 'asked',
    demo: true,
  });
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(mac).toBe(macOf(keys, hash));
  expect(JSON.stringify(byAgent)).not.toContain('10.1.2.3');
  expect(await log.codec.openFrom(byAgent)).toBe('10.1.2.3');
  await keys.destroy('agent-7');
  expect(await log.codec.openFrom(byAgent)).toBeNull();
  const byMachine = await append('promotion-2', { ...full, actor: { kind: 'integrator', id: '3' } });
  expect(byMachine.metadata.sealedFrom).toBeUndefined();
  expect(JSON.stringify(byMachine)).not.toContain('10.1.2.3');
});

test('a batch takes a context for each event', async () => {
  const { log } = newLog();
  const later = { ...context, now: new Date('2026-03-02T10:00:00Z'), causationId: 'second' };
  const events = [
    { type: 'Moved', data: { n: 1 } },
    { type: 'Moved', data: { n: 2 } },
  ];
  await log.append([{ stream: await log.readStream('x-1'), events, context: [context, later] }]);
  const [first, second] = await log.store.readStream('x-1');
  expect(first?.metadata.causationId).toBeUndefined();
  expect(second?.metadata).toMatchObject({ causationId: 'second', recordedAt: '2026-03-02T10:00:00.000Z' });
});

describe('versions', () => {
  const upcasters = {
    Moved: { 1: (data: object) => ({ ...data, second: true }), 2: (data: object) => ({ ...data, third: true }) },
  };
  const logOf = (store: EventStore, current: number, ups: Upcasters) =>
    new EventLog({ store, keys: memoryKeyRing(), schemas: { currentVersions: { Moved: current }, upcasters: ups } });

  test('an event of an older version is read as the newest, step by step', async () => {
    const store = memoryEventStore();
    const old = logOf(store, 1, {});
    await old.append([{ stream: await old.readStream('x-1'), events: [{ type: 'Moved', data: { n: 1 } }], context }]);
    const now = logOf(store, 3, upcasters);
    const stream = await now.readStream('x-1');
    expect(stream.events[0]?.data).toEqual({ n: 1, second: true, third: true });
    await now.append([{ stream, events: [{ type: 'Moved', data: { n: 2 } }], context }]);
    expect((await now.readStream('x-1')).events[1]?.data).toEqual({ n: 2 });
    expect(verifyStream(await store.readStream('x-1'))).toBeNull();
  });

  test('an event of a type that is written as an earlier version can be read by the previous release', async () => {
    const store = memoryEventStore();
    const schemas = { currentVersions: { Moved: 2 }, writtenVersions: { Moved: 1 }, upcasters };
    const now = new EventLog({ store, keys: memoryKeyRing(), schemas });
    const events = [{ type: 'Moved', data: { n: 1, second: true } }];
    await now.append([{ stream: await now.readStream('x-1'), events, context }]);
    const previous = logOf(store, 1, {});
    expect((await previous.readStream('x-1')).events[0]?.data).toEqual({ n: 1, second: true });
    expect((await now.readStream('x-1')).events[0]?.data).toEqual({ n: 1, second: true });
  });

  test('rejects a version without an upcaster and one newer than the program', async () => {
    const store = memoryEventStore();
    const newer = logOf(store, 2, {});
    await newer.append([{ stream: await newer.readStream('x-1'), events: [{ type: 'Moved', data: {} }], context }]);
    await expect(logOf(store, 1, {}).readStream('x-1')).rejects.toThrow('newer than this program');
    await expect(logOf(store, 3, { Moved: {} }).readStream('x-1')).rejects.toThrow('cannot be read as version 3');
  });
});

describe('the hash chain', () => {
  let close: () => Promise<void>;
  const stores: Record<string, EventStore> = { memory: memoryEventStore() };
  beforeAll(async () => {
    const subject = await openPostgresSubject();
    stores.Postgres = subject.store;
    close = subject.close;
  });
  afterAll(() => close());

  const aChain = async (store: EventStore): Promise<RecordedEvent[]> => {
    const { log } = newLog(store);
    const stream = await log.readStream(`agent-${randomUUID()}`);
    const data = {
      text: 'ü "\\" \u0000 🦏',
      7: 1,
      list: [1.5, null, -0, undefined],
      gone: undefined,
      nested: { z: 1, a: new Date(0) },
    };
    const [outcome] = await log.append([
      { stream, events: [opened({ n: 1 }), { type: 'Moved', data }], context: { ...context, from: '::1' } },
    ]);
    if (!outcome?.ok) throw outcome?.conflict;
    await log.append([
      {
        stream: outcome.head,
        events: [
          { type: 'Moved', data: { n: 3 } },
          { type: 'Shut', data: {} },
        ],
        context,
      },
    ]);
    return [...(await store.readStream(stream.streamId))];
  };

  test.each(['memory', 'Postgres'])(
    'verifies over the events that %s returns, whole and from a later revision on',
    async (name) => {
      const events = await aChain(stores[name] as EventStore);
      expect(events).toHaveLength(4);
      expect(verifyStream(events)).toBeNull();
      expect(verifyStream(events.slice(2), { revision: 1, hash: events[1]?.metadata.hash as string })).toBeNull();
    },
  );

  test('names the first revision that was edited, dropped, swapped or moved to another stream', async () => {
    const events = await aChain(memoryEventStore());
    const edit = (revision: number, change: (event: RecordedEvent) => object) =>
      events.map((event) => (event.revision === revision ? ({ ...event, ...change(event) } as RecordedEvent) : event));
    expect(verifyStream(edit(1, () => ({ data: { text: 'other' } })))).toBe(1);
    expect(verifyStream(edit(2, () => ({ type: 'Other' })))).toBe(2);
    expect(
      verifyStream(edit(0, (event) => ({ metadata: { ...event.metadata, actor: { kind: 'system', id: 'me' } } }))),
    ).toBe(0);
    expect(verifyStream(edit(3, () => ({ id: randomUUID() })))).toBe(3);
    expect(verifyStream(events.filter((event) => event.revision !== 1))).toBe(1);
    expect(verifyStream([events[0], events[2], events[1], events[3]] as RecordedEvent[])).toBe(1);
    expect(verifyStream(events.map((event) => ({ ...event, streamId: 'agent-8' })))).toBe(0);
  });
});
