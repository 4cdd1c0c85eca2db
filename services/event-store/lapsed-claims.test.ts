import { handle, load } from '@fynbos/application/handle.ts';
import type { CommandContext, Decider, DomainEvent } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { memoryKeyRing } from '@fynbos/platform/keys.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claim, ownerOf } from './claims.ts';
import { EventLog } from './event-log.ts';
import { verifyStream } from './hash-chain.ts';
import { memoryEventStore } from './memory.ts';
import type { EventStore } from './port.ts';

type Event = DomainEvent<'Begun', object> | DomainEvent<'Named', object>;
/** Something that wants a name that only one may have. */
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
  const asked = { kind: 'name', text: NAME, owner, ownerLanded: isNamed(log), context };
  if (!(await claim(log, asked, 0))) throw new DomainError('conflict', 'name.taken', 'It is taken.');
};

/** A store whose clock leaps a minute whenever it is looked at: every claim is an old one. */
const leaping = (): EventStore => {
  let minute = 0;
  return memoryEventStore({ clock: () => ++minute * 60_000 });
};

/** Something to wait for. */
function signal(): { readonly given: Promise<void>; give(): void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

/** A command of `thing-1` that has claimed the name and stands still before its append until it is thawed. */
async function frozenAfterClaim(log: EventLog): Promise<{ readonly done: Promise<unknown>; thaw(): void }> {
  const [claimed, thawed] = [signal(), signal()];
  const claims = async (): Promise<void> => {
    await claimFor(log, 'thing-1');
    claimed.give();
    await thawed.given;
  };
  const done = handle(log, decider, 'thing-1', 'name', context, { claims });
  await claimed.given;
  return { done, thaw: thawed.give };
}

test('a command that was frozen between its claim and its append lands nowhere once the claim is another’s', async () => {
  for (const begun of [false, true]) {
    const log = logOn(leaping());
    if (begun) await handle(log, decider, 'thing-1', 'begin', context);
    const { done, thaw } = await frozenAfterClaim(log);
    await handle(log, decider, 'thing-2', 'name', context, { claims: () => claimFor(log, 'thing-2') });
    thaw();
    await expect(done).rejects.toMatchObject({ kind: 'conflict', code: 'name.taken' });
    expect(await isNamed(log)('thing-1')).toBe(false);
    expect(await isNamed(log)('thing-2')).toBe(true);
    expect(await ownerOf(log, 'name', NAME)).toBe('thing-2');
    // Whose claim has lapsed may begin again: its chain is whole, and what it did before stays done.
    expect((await log.readStream('thing-1')).events.map(({ type }) => type)).toEqual(begun ? ['Begun'] : []);
    await handle(log, decider, 'thing-1', 'begin', context);
    expect(verifyStream(await log.store.readStream('thing-1'))).toBeNull();
  }
});

test('a command that goes on while its claim is being taken over keeps it, and who would take it is told so', async () => {
  const store = leaping();
  const log = logOn(store);
  const { done, thaw } = await frozenAfterClaim(log);
  const [fenced, goOn] = [signal(), signal()];
  let appends = 0;
  const appendMany: EventStore['appendMany'] = async (batch) => {
    // Its first append is the fence, its second would take the claim.
    if (++appends === 2) {
      fenced.give();
      await goOn.given;
    }
    return store.appendMany(batch);
  };
  const taker = new EventLog({ store: { ...store, appendMany }, keys: log.keys });
  const taking = handle(taker, decider, 'thing-2', 'name', context, { claims: () => claimFor(taker, 'thing-2') });
  await fenced.given;
  thaw();
  await done;
  goOn.give();
  await expect(taking).rejects.toMatchObject({ kind: 'conflict', code: 'name.taken' });
  expect(await isNamed(log)('thing-1')).toBe(true);
  expect(await isNamed(log)('thing-2')).toBe(false);
  expect(await ownerOf(log, 'name', NAME)).toBe('thing-1');
});

test('in whatever order the steps of those who want a name fall, and however long each takes, one at most has it', async () => {
  let fences = 0;
  let named = 0;
  // Each owner: whether it is there already, and how many turns its command is frozen between claim and append.
  const owner = fc.record({ begun: fc.boolean(), frozen: fc.nat(20) });
  const owners = fc.array(owner, { minLength: 2, maxLength: 3 });
  const property = fc.asyncProperty(fc.scheduler(), owners, async (turns, wanting) => {
    const store = leaping();
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
      if (begun) await handle(calm, decider, `thing-${n}`, 'begin', context);
    const commands = wanting.map(({ frozen }, n) => {
      const claims = async (): Promise<void> => {
        await claimFor(log, `thing-${n}`);
        for (let turn = 0; turn < frozen; turn++) await aTurn();
      };
      return handle(log, decider, `thing-${n}`, 'name', context, { claims, retries: 2 });
    });
    const outcomes = await turns.waitFor(Promise.allSettled(commands));
    const landed: string[] = [];
    for (const name of names) if (await isNamed(calm)(name)) landed.push(name);
    expect(landed.length).toBeLessThanOrEqual(1);
    expect(landed).toEqual(names.filter((_, n) => outcomes[n]?.status === 'fulfilled'));
    if (landed[0] !== undefined) expect(await ownerOf(calm, 'name', NAME)).toBe(landed[0]);
    named += landed.length;
    const { events } = await store.readAll({ limit: 1_000 });
    fences += events.filter(({ type }) => type === 'ClaimLapsed').length;
  });
  await fc.assert(property, { numRuns: 150 });
  // Otherwise nothing was tried.
  expect(named).toBeGreaterThan(20);
  expect(fences).toBeGreaterThan(20);
});
