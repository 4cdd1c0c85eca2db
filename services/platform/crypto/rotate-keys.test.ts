import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { isUnavailable } from '../postgres.ts';
import { type MasterKeys, masterKeyOf, migrateKeys, openKeyRing } from './keys.ts';
import { keysUnder, retireMasterKey, rotateKeys } from './rotate-keys.ts';

const old = masterKeyOf('the master key that has served its time');
const next = masterKeyOf('the master key that takes its place');
const subjects = Array.from({ length: 1_203 }, (_, n) => `agent-${n + 1}`);

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool().query('drop schema if exists keys cascade');
  await migrateKeys(database.pool());
});

const ringOf = (...masterKeys: MasterKeys) => openKeyRing({ db: database.pool(), masterKeys });

test('a rotation keeps keys and hashes, so that the old master key can be removed', async () => {
  const before = await ringOf(old);
  const keys = await before.keysFor(subjects, { create: true });
  expect(await rotateKeys({ db: database.pool(), masterKeys: [next, old] })).toEqual({ wrapped: 1_204, left: 0 });
  expect(await keysUnder(database.pool())).toEqual([{ masterKeyId: next.id, keys: 1_204 }]);
  const after = await ringOf(next);
  expect(await after.keysFor(subjects, { create: false })).toEqual(keys);
  expect(after.keyedHash('claim email', 'a@b.c')).toBe(before.keyedHash('claim email', 'a@b.c'));
  await expect(ringOf(old)).rejects.toThrow('unknown master key');
});

test('an interrupted rotation continues where it stopped', async () => {
  await (await ringOf(old)).keysFor(subjects, { create: true });
  const cut = new AbortController();
  const reported: [number, number][] = [];
  const first = await rotateKeys({
    db: database.pool(),
    masterKeys: [next, old],
    signal: cut.signal,
    onProgress: (...progress) => {
      reported.push(progress);
      cut.abort();
    },
  });
  expect(reported).toEqual([[500, 1_204]]);
  expect(first).toEqual({ wrapped: 500, left: 704 });
  expect(await rotateKeys({ db: database.pool(), masterKeys: [next, old] })).toEqual({ wrapped: 704, left: 0 });
});

test('processes with either setting use and create keys during a rotation; destroyed keys stay so', async () => {
  const [oldRing, newRing] = [await ringOf(old, next), await ringOf(next, old)];
  const keys = await oldRing.keysFor(subjects, { create: true });
  const destroyed: Promise<void>[] = [];
  const rotation = rotateKeys({
    db: database.pool(),
    masterKeys: [next, old],
    onProgress: () => destroyed.push(oldRing.destroy('agent-1203')),
  });
  const made = await oldRing.keysFor(['agent-made-meanwhile'], { create: true });
  await rotation;
  expect(destroyed.length).toBeGreaterThan(1);
  await Promise.all(destroyed);
  await oldRing.destroy('agent-7');
  await rotateKeys({ db: database.pool(), masterKeys: [next, old] });
  expect(await newRing.keysFor(['agent-made-meanwhile'], { create: false })).toEqual(made);
  expect((await newRing.keysFor(['agent-7', 'agent-1203'], { create: true })).size).toBe(0);
  const fresh = await openKeyRing({ db: database.pool(), masterKeys: [old, next] });
  expect((await fresh.keysFor(['agent-9'], { create: false })).get('agent-9')).toEqual(keys.get('agent-9'));
});

test('a rotation without a needed master key reports it and changes nothing', async () => {
  await (await ringOf(old)).keysFor(['agent-1'], { create: true });
  await expect(rotateKeys({ db: database.pool(), masterKeys: [next] })).rejects.toThrow('unknown master key');
  expect(await keysUnder(database.pool())).toEqual([{ masterKeyId: old.id, keys: 2 }]);
});

test('a master key is retired when no key uses it, and processes that still use it are refused', async () => {
  const forgotten = await ringOf(old, next);
  await forgotten.keysFor(['agent-1'], { create: true });
  expect(await retireMasterKey(database.pool(), old.id)).toBe(2);
  await rotateKeys({ db: database.pool(), masterKeys: [next, old] });
  await forgotten.keysFor(['agent-2'], { create: true });
  expect(await retireMasterKey(database.pool(), old.id)).toBe(1);
  await rotateKeys({ db: database.pool(), masterKeys: [next, old] });
  expect(await retireMasterKey(database.pool(), old.id)).toBe(0);
  const refused = `the master key ${old.id} was dropped`;
  await expect(forgotten.keysFor(['agent-3'], { create: true })).rejects.toSatisfy(isUnavailable);
  await expect(forgotten.keysFor(['agent-3'], { create: true })).rejects.toThrow(refused);
  await (await ringOf(next)).keysFor(['agent-3'], { create: true });
  await expect(rotateKeys({ db: database.pool(), masterKeys: [old, next] })).rejects.toThrow(refused);
  expect(await keysUnder(database.pool())).toEqual([{ masterKeyId: next.id, keys: 4 }]);
  expect((await forgotten.keysFor(['agent-1', 'agent-2', 'agent-3'], { create: false })).size).toBe(3);
});
