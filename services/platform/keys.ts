import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { BatchLoader } from './batch-loader.ts';
import { hmacSha256 } from './hmac.ts';
import { migrate } from './postgres.ts';
import { open, seal } from './sealing.ts';

/** Data keys of subjects (a stream id: `agent-17`), under which what is personal is sealed. */
export interface KeyRing {
  /**
   * 256-bit keys of many subjects in one round trip. With `create` one is made where there never was one.
   * Absent in the answer: subjects without a key, and those whose key was destroyed, for good.
   */
  keysFor(subjects: readonly string[], options: { create: boolean }): Promise<ReadonlyMap<string, Buffer>>;
  /** Forgets a subject: what was sealed under its key can never be opened again, and no new key is made. */
  destroy(subject: string): Promise<void>;
  /** HMAC-SHA256 (hex) of a text under a key of its own for each purpose: names claims and search terms without telling them. */
  keyedHash(purpose: string, text: string): string;
}

export interface MasterKey {
  readonly id: string;
  readonly wrapping: Buffer;
  readonly hashing: Buffer;
}

/** The keys that a secret (`MASTER_KEY`, any text of 32 characters or more) stands for. Throws RangeError on a shorter one. */
export function masterKeyOf(secret: string): MasterKey {
  if (secret.length < 32) throw new RangeError('a master key has at least 32 characters');
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `fynbos ${use}`, 32));
  return {
    id: createHash('sha256').update(derive('id')).digest('hex').slice(0, 16),
    wrapping: derive('wrapping'),
    hashing: derive('hashing'),
  };
}

/** Keyed hashes by purpose, as `KeyRing.keyedHash` says. */
export function keyedHasher(master: Pick<MasterKey, 'hashing'>): KeyRing['keyedHash'] {
  const hashers = new Map<string, (text: string) => string>();
  return (purpose, text) => {
    let hasher = hashers.get(purpose);
    if (!hasher) {
      hasher = hmacSha256(Buffer.from(hkdfSync('sha256', master.hashing, '', purpose, 32)));
      hashers.set(purpose, hasher);
    }
    return hasher(text);
  };
}

const MIGRATIONS = [
  {
    id: '0001-subject-keys',
    sql: `create table "subjectKeys" (
      subject text primary key,
      "wrappedKey" text,
      "masterKeyId" text not null,
      "createdAt" timestamptz not null default now(),
      "destroyedAt" timestamptz,
      constraint "destroyedKeysAreGone" check (("wrappedKey" is null) = ("destroyedAt" is not null))
    )`,
  },
  {
    id: '0002-what-was-destroyed-lately',
    sql: `create index "subjectKeysDestroyed" on "subjectKeys" ("destroyedAt") where "destroyedAt" is not null`,
  },
  {
    // 57P03: as if the server could not be used now, so that whoever asked is told to come again (HTTP 503).
    id: '0003-master-keys-that-are-retired',
    sql: `
      create table "retiredMasterKeys" (id text primary key, "retiredAt" timestamptz not null default now());
      create function "notRetired"(master text) returns text language plpgsql as $$
      begin
        if exists (select from keys."retiredMasterKeys" r where r.id = master) then
          raise exception using errcode = '57P03',
            message = 'the master key ' || master || ' was dropped: start this process again with the current one';
        end if;
        return master;
      end $$;
      create function retire(master text) returns integer language plpgsql as $$
      declare
        remaining integer;
      begin
        -- What is being written now is waited for and counted; what comes later meets the mark.
        lock table keys."subjectKeys" in share mode;
        select count(*) into remaining from keys."subjectKeys"
        where "masterKeyId" = master and "wrappedKey" is not null;
        if remaining = 0 then
          insert into keys."retiredMasterKeys" (id) values (master) on conflict do nothing;
        end if;
        return remaining;
      end $$`,
  },
];

/** Makes or upgrades the schema `keys`; it has a backup of its own, apart from the data it opens. */
export const migrateKeys = (pool: Pool): Promise<readonly string[]> => migrate(pool, 'keys', MIGRATIONS);

const GET = `select subject, "wrappedKey", "masterKeyId" from keys."subjectKeys" where subject = any($1)`;
/** One round trip for both: what is there, and what was just made. A key that another process makes at once is in neither. */
const GET_OR_CREATE = `
  with offered as (select * from unnest($1::text[], $2::text[]) as o(subject, "wrappedKey")),
  made as (
    insert into keys."subjectKeys" (subject, "wrappedKey", "masterKeyId")
    select subject, "wrappedKey", (select keys."notRetired"($3)) from offered order by subject
    on conflict (subject) do nothing returning subject, "wrappedKey", "masterKeyId"
  )
  select * from made
  union all select k.subject, k."wrappedKey", k."masterKeyId" from keys."subjectKeys" k where k.subject = any($1)`;
const DESTROY = `
  insert into keys."subjectKeys" (subject, "masterKeyId", "destroyedAt") values ($1, $2, now())
  on conflict (subject) do update set "wrappedKey" = null, "destroyedAt" = coalesce("subjectKeys"."destroyedAt", now())`;

/** With a margin: a row may become visible a little after the instant that it bears. */
const DESTROYED_LATELY = `
  select subject from keys."subjectKeys" where "destroyedAt" > now() - make_interval(secs => $1::double precision + 30)`;

export interface KeyRow {
  readonly subject: string;
  readonly wrappedKey: string | null;
  readonly masterKeyId: string;
}

/** Those of the subjects of which nothing is kept: neither a key nor that it was destroyed. Throws what Postgres throws. */
export async function unknownSubjects(pool: Pool, subjects: readonly string[]): Promise<string[]> {
  if (subjects.length === 0) return [];
  const { rows } = await pool.query<{ subject: string }>(
    `select subject from unnest($1::text[]) as asked(subject)
     where not exists (select from keys."subjectKeys" k where k.subject = asked.subject)`,
    [subjects],
  );
  return rows.map(({ subject }) => subject);
}

/** A key that was made, and as it was sent to be kept. */
interface Offer {
  readonly key: Buffer;
  readonly wrappedKey: string;
}

export interface KeyRingOptions {
  readonly pool: Pool;
  /** The current one first, which wraps; others open what they wrapped, or will wrap. */
  readonly masterKeys: MasterKeys;
  /** The key of keyed hashes, which outlives master keys since claims bear them; the last master key's own when not given. */
  readonly hashing?: Buffer;
  /** Keys kept in memory; 50,000 when not given. */
  readonly cacheSize?: number;
  /** How long a key stays in memory, in milliseconds; a minute when not given. */
  readonly cacheMs?: number;
  /** How long a key destroyed by another process may still be used here, in milliseconds; a second when not given. */
  readonly deadWithinMs?: number;
}

const GATHERED = { lanes: 2, most: 100 };

export type MasterKeys = readonly [MasterKey, ...MasterKey[]];

/** The key that a row holds, or undefined where it was destroyed. Throws an Error for a key under a master key that is not given. */
export function unwrapKey({ subject, wrappedKey, masterKeyId }: KeyRow, masterKeys: MasterKeys): Buffer | undefined {
  if (wrappedKey === null) return undefined;
  const master = masterKeys.find(({ id }) => id === masterKeyId);
  if (!master) throw new Error(`a key is wrapped under the unknown master key ${masterKeyId}`);
  return Buffer.from(open(master.wrapping, wrappedKey, subject), 'base64');
}

/** A subject's key as it is kept under a master key. */
export const wrapKey = (subject: string, key: Buffer, master: MasterKey): string =>
  seal(master.wrapping, key.toString('base64'), subject);

/** The subject under which the key of keyed hashes is kept, so that a rotation takes it along. */
const HASHING = 'keyed-hashes';

/**
 * The key ring on Postgres whose keyed hashes stay the same whatever master key comes next: their key is kept wrapped like
 * any other. Throws what Postgres throws, and an Error where what is kept is under a master key that was not given.
 */
export async function openKeyRing(options: Omit<KeyRingOptions, 'hashing'>): Promise<KeyRing> {
  const { pool, masterKeys } = options;
  const { hashing } = masterKeys.at(-1) ?? masterKeys[0];
  await pool.query(
    `insert into keys."subjectKeys" (subject, "wrappedKey", "masterKeyId") values ($1, $2, $3) on conflict do nothing`,
    [HASHING, wrapKey(HASHING, hashing, masterKeys[0]), masterKeys[0].id],
  );
  const [kept] = (await pool.query<KeyRow>(GET, [[HASHING]])).rows;
  return postgresKeyRing({ ...options, hashing: (kept && unwrapKey(kept, masterKeys)) ?? hashing });
}

/** The key ring on Postgres. Throws what Postgres throws, and an Error for a key under a master key that was not given. */
export function postgresKeyRing({
  pool,
  masterKeys,
  hashing,
  cacheSize = 50_000,
  cacheMs = 60_000,
  deadWithinMs = 1_000,
}: KeyRingOptions): KeyRing {
  const [current] = masterKeys;
  const cache = new LRUCache<string, Buffer>({ max: cacheSize, ttl: cacheMs });
  let lookedAt = performance.now();
  let looking: Promise<void> | undefined;

  /** Drops what other processes destroyed. A notification could be lost with its connection; a question that fails is an error. */
  const dropDestroyed = async (): Promise<void> => {
    const now = performance.now();
    const { rows } = await pool.query<{ subject: string }>(DESTROYED_LATELY, [(now - lookedAt) / 1000]);
    for (const { subject } of rows) cache.delete(subject);
    lookedAt = now;
  };
  const freshEnough = (): Promise<void> | undefined => {
    if (performance.now() - lookedAt < deadWithinMs) return undefined;
    looking ??= dropDestroyed().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  const get = async (subjects: readonly string[]): Promise<KeyRow[]> =>
    (await pool.query<KeyRow>(GET, [subjects])).rows;

  /** Offers a key for each; what was there already is answered instead of the offer. */
  const getOrCreate = async (subjects: readonly string[], offers: Map<string, Offer>): Promise<KeyRow[]> => {
    const wrapped: string[] = [];
    for (const subject of subjects) {
      const key = randomBytes(32);
      const wrappedKey = wrapKey(subject, key, current);
      offers.set(subject, { key, wrappedKey });
      wrapped.push(wrappedKey);
    }
    return (await pool.query<KeyRow>(GET_OR_CREATE, [subjects, wrapped, current.id])).rows;
  };

  /** Keys that are not in memory. The second round is for those that others made while we offered ours. */
  const lookUp = async (subjects: readonly string[], create: boolean): Promise<ReadonlyMap<string, Buffer>> => {
    const keys = new Map<string, Buffer>();
    let missing = subjects;
    for (let round = 0; round < 2 && missing.length > 0; round++) {
      const offers = new Map<string, Offer>();
      const rows = create && round === 0 ? await getOrCreate(missing, offers) : await get(missing);
      for (const row of rows) {
        const offer = offers.get(row.subject);
        const key = offer?.wrappedKey === row.wrappedKey ? offer?.key : unwrapKey(row, masterKeys);
        if (!key) continue;
        keys.set(row.subject, key);
        cache.set(row.subject, key);
      }
      const known = new Set(rows.map((row) => row.subject));
      missing = create ? missing.filter((subject) => !known.has(subject)) : [];
    }
    return keys;
  };
  const existing = new BatchLoader((subjects) => lookUp(subjects, false), GATHERED);
  const created = new BatchLoader((subjects) => lookUp(subjects, true), GATHERED);

  return {
    keysFor: async (subjects, { create }) => {
      await freshEnough();
      const keys = new Map<string, Buffer>();
      const missing: string[] = [];
      for (const subject of new Set(subjects)) {
        const key = cache.get(subject);
        if (key) keys.set(subject, key);
        else missing.push(subject);
      }
      const found = missing.length > 0 ? await (create ? created : existing).read(missing) : [];
      for (const [subject, key] of found) keys.set(subject, key);
      return keys;
    },
    destroy: async (subject) => {
      await pool.query(DESTROY, [subject, current.id]);
      cache.delete(subject);
    },
    keyedHash: keyedHasher({ hashing: hashing ?? (masterKeys.at(-1) ?? current).hashing }),
  };
}

/** A key ring in memory, for tests. */
export function memoryKeyRing(secret = 'a master key for tests, of no value'): KeyRing {
  const keys = new Map<string, Buffer | null>();
  return {
    keysFor: async (subjects, { create }) => {
      for (const subject of subjects) if (create && !keys.has(subject)) keys.set(subject, randomBytes(32));
      return new Map(
        subjects.flatMap((subject) => (keys.get(subject) ? [[subject, keys.get(subject) as Buffer]] : [])),
      );
    },
    destroy: async (subject) => void keys.set(subject, null),
    keyedHash: keyedHasher(masterKeyOf(secret)),
  };
}
