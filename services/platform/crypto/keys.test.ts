import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@fynbos/domain/calendar.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { memoryKeyRing } from '../testing/memory-key-ring.ts';
import { type KeyRing, type KeyRingOptions, keyedHasher, masterKeyOf, migrateKeys, openKeyRing } from './keys.ts';

const master = masterKeyOf('the first master key of this test suite');
const next = masterKeyOf('the second master key of this test suite');
const subject = () => `agent-${randomUUID()}`;

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await Promise.all([migrateKeys(database.pool()), migrateKeys(database.pool())]);
});
afterAll(() => database.drop());

/** A key ring of another process. */
const ringOf = (options: Partial<KeyRingOptions> = {}) =>
  openKeyRing({ db: database.pool(), masterKeys: [master], ...options });

const rings: Record<string, () => KeyRing | Promise<KeyRing>> = {
  memory: () => memoryKeyRing(),
  Postgres: () => ringOf(),
};

describe.each(Object.entries(rings))('a key ring in %s', (_, open) => {
  test('makes a key for each subject once, and only when asked to', async () => {
    const ring = await open();
    const [a, b] = [subject(), subject()];
    expect((await ring.keysFor([a, b], { create: false })).size).toBe(0);
    const made = await ring.keysFor([a, b, a], { create: true });
    expect([...made.keys()].sort()).toEqual([a, b].sort());
    expect(made.get(a)).toHaveLength(32);
    expect(made.get(a)).not.toEqual(made.get(b));
    expect(await ring.keysFor([a, b], { create: true })).toEqual(made);
    expect(await ring.keysFor([a], { create: false })).toEqual(new Map([[a, made.get(a)]]));
  });

  test('a destroyed key cannot be created again, also if it never existed', async () => {
    const ring = await open();
    const [had, never] = [subject(), subject()];
    await ring.keysFor([had], { create: true });
    await ring.destroy(had);
    await ring.destroy(had);
    await ring.destroy(never);
    expect((await ring.keysFor([had, never], { create: true })).size).toBe(0);
  });
});

test('another process finds the same keys, and drops a destroyed one when its cache expires', async () => {
  const a = subject();
  const ring = await ringOf();
  const other = await ringOf({ cacheMs: 30, deadWithinMs: 60_000 });
  const keys = await ring.keysFor([a], { create: true });
  expect(await other.keysFor([a], { create: true })).toEqual(keys);
  await ring.destroy(a);
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect((await other.keysFor([a], { create: false })).size).toBe(0);
});

test('a key destroyed in one process is unusable in the others within a second, despite their cache', async () => {
  const a = subject();
  const ring = await ringOf();
  const other = await ringOf({ cacheMs: HOUR_MS });
  expect((await other.keysFor([a], { create: true })).size).toBe(1);
  await ring.destroy(a);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect((await other.keysFor([a], { create: true })).size).toBe(0);
});

test('processes that create keys for the same subjects concurrently agree on them', async () => {
  const subjects = Array.from({ length: 200 }, subject);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ringOf().then((ring) => ring.keysFor(subjects, { create: true }))),
  );
  for (const answer of answers) expect(answer).toEqual(new Map(subjects.map((each) => [each, answers[0]?.get(each)])));
});

test('a cache smaller than the subjects in use still gives every key', async () => {
  const ring = await ringOf({ cacheSize: 3 });
  const subjects = Array.from({ length: 10 }, subject);
  const keys = await ring.keysFor(subjects, { create: true });
  expect(keys.size).toBe(10);
  expect(new Set(await ring.keysFor(subjects, { create: false }))).toEqual(new Set(keys));
});

test('no key is stored readable in the database', async () => {
  const a = subject();
  const key = (await (await ringOf()).keysFor([a], { create: true })).get(a);
  const { rows } = await database.pool().query('select * from keys."subjectKeys" where subject = $1', [a]);
  const stored = JSON.stringify(rows);
  expect(stored).not.toContain(key?.toString('base64'));
  expect(stored).not.toContain(key?.toString('hex'));
});

test('keys and hashes stay valid after a change of master key, but not without the old one', async () => {
  const a = subject();
  const before = await ringOf();
  const keys = await before.keysFor([a], { create: true });
  const rotated = await ringOf({ masterKeys: [next, master] });
  expect(await rotated.keysFor([a], { create: false })).toEqual(keys);
  expect(rotated.keyedHash('claim', 'x')).toBe(before.keyedHash('claim', 'x'));
  const b = subject();
  await rotated.keysFor([b], { create: true });
  await expect((await ringOf()).keysFor([b], { create: false })).rejects.toThrow('unknown master key');
  await expect(ringOf({ masterKeys: [next] })).rejects.toThrow('unknown master key');
});

test('keyed hashes differ by purpose, text and master key, and a short master key is refused', () => {
  const hash = keyedHasher(master);
  expect(hash('claim email', 'a@b.c')).toMatch(/^[0-9a-f]{64}$/);
  expect(hash('claim email', 'a@b.c')).toBe(keyedHasher(master)('claim email', 'a@b.c'));
  expect(hash('search', 'a@b.c')).not.toBe(hash('claim email', 'a@b.c'));
  expect(hash('search', 'a@b.d')).not.toBe(hash('search', 'a@b.c'));
  expect(keyedHasher(next)('search', 'a@b.c')).not.toBe(hash('search', 'a@b.c'));
  expect(() => masterKeyOf('short')).toThrow(RangeError);
});
