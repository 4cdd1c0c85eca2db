import { handle, load } from '@fynbos/application/handle.ts';
import type { CommandContext, Decider, DomainEvent } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventLog } from '../event-log.ts';
import { verifyStream } from '../hash-chain.ts';
import type { EventStore } from '../port.ts';
import { memoryEventStore } from '../testing/memory.ts';
import { claim, ownerOf } from './claims.ts';

type Event = DomainEvent<'Begun', object> | DomainEvent<'Named', object>;
/** An aggregate with a unique name. */
const decider: Decider<{ named: boolean }, 'begin' | 'name', Event> = {
  name: 'thing',
  initial: { named: false },
  decide: (command) => [{ type: command === 'begin' ? 'Begun' : 'Named', data: {} }],
  evolve: (state, { type }) => ({ named: state.named || type === 'Named' }),
};
const context: CommandContext = { actor: { kind: 'system', id: 'test' }, now: new Date(0), correlationId: 'c' };
const NAME = 'thandi@example.co.za';
const logOn = (store: EventStore) => new EventLog({ store, keys: memoryKeyRing() });

const isNamed = (log: EventLog) => async (owner: string) => (await load(log, decider, owner)).state.named;
const claimFor = async (log: EventLog, owner: string): Promise<void> => {
  const asked = { kind: 'name', text: NAME, owner, isOwnerRecorded: isNamed(log), context };
  if (!(await claim(log, asked, 0))) throw new DomainError('conflict', 'agent.email-taken', 'It is already in use.');
};

/** A store with a clock that advances by a minute at each read: every claim is past its grace period. */
const fastClockStore = (): EventStore => {
  let minute = 0;
  return memoryEventStore({ clock: () => ++minute * 60_000 });
};

function signal(): { readonly given: Promise<void>; give(): void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

/** A command of `thing-1` that has claimed the name and pauses before its append until `thaw`. */
async function frozenAfterClaim(log: EventLog): Promise<{ readonly done: Promise<unknown>; thaw(): void }> {
  const [claimed, thawed] = [signal(), signal()];
  const claims = async (): Promise<void> => {
    await claimFor(log, 'thing-1');
    claimed.give();
    await thawed.given;
  };
  const done = handle(log, { decider, streamId: 'thing-1', command: 'name', context, beforeAppend: claims });
  await claimed.given;
  return { done, thaw: thawed.give };
}

test('a command paused between claim and append conflicts after its claim was taken over', async () => {
  for (const begun of [false, true]) {
    const log = logOn(fastClockStore());
    if (begun) await handle(log, { decider, streamId: 'thing-1', command: 'begin', context });
    const { done, thaw } = await frozenAfterClaim(log);
    await handle(log, {
      decider,
      streamId: 'thing-2',
      command: 'name',
      context,
      beforeAppend: () => claimFor(log, 'thing-2'),
    });
    thaw();
    await expect(done).rejects.toMatchObject({ kind: 'conflict', code: 'agent.email-taken' });
    expect(await isNamed(log)('thing-1')).toBe(false);
    expect(await isNamed(log)('thing-2')).toBe(true);
    expect(await ownerOf(log, 'name', NAME)).toBe('thing-2');
    // The former owner can still act: its hash chain is intact and its earlier events remain.
    expect((await log.readStream('thing-1')).events.map(({ type }) => type)).toEqual(begun ? ['Begun'] : []);
    await handle(log, { decider, streamId: 'thing-1', command: 'begin', context });
    expect(verifyStream(await log.store.readStream('thing-1'))).toBeNull();
  }
});

test('a command that completes during a takeover keeps its claim, and the other owner is refused', async () => {
  const store = fastClockStore();
  const log = logOn(store);
  const { done, thaw } = await frozenAfterClaim(log);
  const [bumped, goOn] = [signal(), signal()];
  let appends = 0;
  const appendMany: EventStore['appendMany'] = async (batch) => {
    // The first append is the revision bump, the second would take the claim.
    if (++appends === 2) {
      bumped.give();
      await goOn.given;
    }
    return store.appendMany(batch);
  };
  const taker = new EventLog({ store: { ...store, appendMany }, keys: log.keys });
  const taking = handle(taker, {
    decider,
    streamId: 'thing-2',
    command: 'name',
    context,
    beforeAppend: () => claimFor(taker, 'thing-2'),
  });
  await bumped.given;
  thaw();
  await done;
  goOn.give();
  await expect(taking).rejects.toMatchObject({ kind: 'conflict', code: 'agent.email-taken' });
  expect(await isNamed(log)('thing-1')).toBe(true);
  expect(await isNamed(log)('thing-2')).toBe(false);
  expect(await ownerOf(log, 'name', NAME)).toBe('thing-1');
});

test('no more than one of several owners gets a name, in any interleaving of their steps', async () => {
  let bumps = 0;
  let named = 0;
  // Each owner: whether its stream exists, and the number of turns that its command pauses between claim and append.
  const owner = fc.record({ begun: fc.boolean(), frozen: fc.nat(20) });
  const owners = fc.array(owner, { minLength: 2, maxLength: 3 });
  const property = fc.asyncProperty(fc.scheduler(), owners, async (turns, wanting) => {
    const store = fastClockStore();
    const calm = logOn(store);
    const log = new EventLog({
      store: {
        ...store,
        readStreams: turns.scheduleFunction(store.readStreams),
        agesOf: turns.scheduleFunction(store.agesOf),
        appendMany: turns.scheduleFunction(store.appendMany),
      },
      keys: calm.keys,
    });
    const aTurn = turns.scheduleFunction(async () => undefined);
    const names = wanting.map((_, n) => `thing-${n}`);
    for (const [n, { begun }] of wanting.entries())
      if (begun) await handle(calm, { decider, streamId: `thing-${n}`, command: 'begin', context });
    const commands = wanting.map(({ frozen }, n) => {
      const claims = async (): Promise<void> => {
        await claimFor(log, `thing-${n}`);
        for (let turn = 0; turn < frozen; turn++) await aTurn();
      };
      return handle(log, {
        decider,
        streamId: `thing-${n}`,
        command: 'name',
        context,
        beforeAppend: claims,
        retries: 2,
      });
    });
    const outcomes = await turns.waitFor(Promise.allSettled(commands));
    const stored: string[] = [];
    for (const name of names) if (await isNamed(calm)(name)) stored.push(name);
    expect(stored.length).toBeLessThanOrEqual(1);
    expect(stored).toEqual(names.filter((_, n) => outcomes[n]?.status === 'fulfilled'));
    if (stored[0] !== undefined) expect(await ownerOf(calm, 'name', NAME)).toBe(stored[0]);
    named += stored.length;
    const { events } = await store.readAll({ limit: 1_000 });
    bumps += events.filter(({ type }) => type === 'ClaimLapsed').length;
  });
  await fc.assert(property, { numRuns: 150 });
  // Both outcomes occurred.
  expect(named).toBeGreaterThan(20);
  expect(bumps).toBeGreaterThan(20);
});
