import type { CommandContext } from '@fynbos/domain/decider.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { expect, test } from 'vitest';
import { EventLog } from '../event-log.ts';
import { memoryEventStore } from '../testing/memory.ts';
import { claim, claimStreamId, ownerIn, ownerOf, release, retire, retiredOn } from './claims.ts';

const at = (seconds: number): CommandContext => ({
  actor: { kind: 'system', id: 'test' },
  now: new Date(seconds * 1000),
  correlationId: 'c',
});
/** The store's clock, in seconds. Process clocks may differ from it. */
let storeClock = 0;
const newLog = () => {
  storeClock = 0;
  return new EventLog({ store: memoryEventStore({ clock: () => storeClock * 1000 }), keys: memoryKeyRing() });
};
const wanting = (owner: string, seconds: number, recorded = true) => ({
  kind: 'email',
  text: 'thandi@example.co.za',
  owner,
  context: at(seconds),
  isOwnerRecorded: async () => recorded,
});

test('one of many concurrent claims of the same text succeeds', async () => {
  const log = newLog();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => claim(log, wanting(`agent-${n}`, 0))));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await ownerOf(log, 'email', 'thandi@example.co.za')).toBe(`agent-${answers.indexOf(true)}`);
});

test('claiming an owned value again succeeds and changes nothing', async () => {
  const log = newLog();
  await claim(log, wanting('agent-1', 0));
  expect(await claim(log, wanting('agent-1', 1))).toBe(true);
  expect(await log.store.readStream(claimStreamId(log.keys, 'email', 'thandi@example.co.za'))).toHaveLength(1);
});

test('a claim without a stored command can be taken over after its grace period and not before', async () => {
  const log = newLog();
  await claim(log, wanting('agent-1', 0));
  storeClock = 29;
  await expect(claim(log, wanting('agent-2', 29, false), 0)).rejects.toMatchObject({ code: 'claim.contended' });
  storeClock = 30;
  expect(await claim(log, wanting('agent-2', 30, true))).toBe(false);
  expect(await claim(log, wanting('agent-2', 30, false))).toBe(true);
  expect(await ownerOf(log, 'email', 'thandi@example.co.za')).toBe('agent-2');
  const types = (await log.store.readStream(claimStreamId(log.keys, 'email', 'thandi@example.co.za'))).map(
    (event) => event.type,
  );
  expect(types).toEqual(['Claimed', 'Released', 'Claimed']);
});

test('a process with a wrong clock takes over old claims and no recent ones', async () => {
  const log = newLog();
  await claim(log, wanting('agent-1', 0));
  storeClock = 1;
  await expect(claim(log, wanting('agent-2', 3_600, false), 0)).rejects.toMatchObject({ code: 'claim.contended' });
  storeClock = 60;
  expect(await claim(log, wanting('agent-2', -3_600, false))).toBe(true);
});

test('a claim of a value that is being claimed waits for the result', async () => {
  const log = newLog();
  await claim(log, wanting('agent-1', 0));
  let looks = 0;
  const landing = { ...wanting('agent-2', 0), isOwnerRecorded: async () => ++looks === 3 };
  expect(await claim(log, landing, Number.POSITIVE_INFINITY)).toBe(false);
  looks = 0;
  const releasing = {
    ...wanting('agent-2', 0),
    isOwnerRecorded: async () => {
      if (++looks === 2) await release(log, wanting('agent-1', 0));
      return false;
    },
  };
  expect(await claim(log, releasing, Number.POSITIVE_INFINITY)).toBe(true);
});

test('a released value is free, and only its owner can release it', async () => {
  const log = newLog();
  await claim(log, wanting('agent-1', 0));
  await release(log, wanting('agent-2', 1));
  expect(await ownerOf(log, 'email', 'thandi@example.co.za')).toBe('agent-1');
  await release(log, wanting('agent-1', 1));
  expect(await ownerOf(log, 'email', 'thandi@example.co.za')).toBeNull();
  expect(await claim(log, wanting('agent-2', 2))).toBe(true);
});

test('a retired value stays reserved permanently, and its owner is hidden after a day', async () => {
  const log = newLog();
  const events = async () => (await log.readStream(claimStreamId(log.keys, 'email', 'thandi@example.co.za'))).events;
  await claim(log, wanting('agent-1', 0));
  expect(retiredOn(await events())).toBeNull();
  await retire(log, wanting('agent-2', 1), '2026-02-01');
  await retire(log, wanting('agent-1', 1), '2026-03-01');
  await retire(log, wanting('agent-1', 2), '2026-04-01');
  await release(log, wanting('agent-1', 3));
  expect(retiredOn(await events())).toBe('2026-03-01');
  expect(ownerIn(await events())).toBe('agent-1');
  storeClock = 60;
  expect(await claim(log, wanting('agent-2', 60))).toBe(false);
});

test('the name and the events of a claim do not reveal the text', async () => {
  const log = newLog();
  await claim(log, wanting('agent-1', 0));
  const { events } = await log.store.readAll({ limit: 10 });
  expect(JSON.stringify(events)).not.toContain('thandi');
});
