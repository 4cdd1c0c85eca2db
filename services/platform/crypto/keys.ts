import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { BatchLoader } from '../batch-loader.ts';
import { ConfigurationError } from '../config/configuration-error.ts';
import { migrate } from '../postgres.ts';
import { freshBytes } from './random.ts';
import { open, seal } from './sealing.ts';

/** Data keys of subjects (a stream id: `agent-17`) that encrypt personal data. */
export interface KeyRing {
  /** 256-bit, in one round trip. `create`: for subjects that never had one. Without destroyed keys, permanently. */
  keysFor(subjects: readonly string[], options: { create: boolean }): Promise<ReadonlyMap<string, Buffer>>;
  /** Erases a subject: data encrypted with its key can never be decrypted again, and no new key is created. */
  destroy(subject: string): Promise<void>;
  /** HMAC-SHA256 (hex), a key per purpose. Names claims and search terms without revealing them. */
  keyedHash(purpose: string, text: string): string;
}

export interface MasterKey {
  readonly id: string;
  readonly wrapping: Buffer;
  readonly hashing: Buffer;
}

/** `secret`: any text of 32 characters or more. Throws RangeError for a shorter one. */
export function masterKeyOf(secret: string): MasterKey {
  if (secret.length < 32) throw new RangeError('a master key has at least 32 characters');
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `fynbos ${use}`, 32));
  return {
    id: hash('sha256', derive('id')).slice(0, 16),
    wrapping: derive('wrapping'),
    hashing: derive('hashing'),
  };
}

/** Keyed hashes by purpose; see `KeyRing.keyedHash`. */
export function keyedHasher(master: Pick<MasterKey, 'hashing'>): KeyRing['keyedHash'] {
  const keys = new Map<string, KeyObject>();
  return (purpose, text) => {
    let key = keys.get(purpose);
    if (!key) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', master.hashing, '', purpose, 32)));
      keys.set(purpose, key);
    }
    return createHmac('sha256', key).update(text).digest('hex');
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
    // 57P03 counts as an unavailable server, so the caller is asked to retry (HTTP 503).
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

/** Creates or upgrades the schema `keys`. Its backup is separate from that of the data it decrypts. */
export const migrateKeys = (db: Pool): Promise<readonly string[]> => migrate(db, 'keys', MIGRATIONS);

const GET = `select subject, "wrappedKey", "masterKeyId" from keys."subjectKeys" where subject = any($1)`;
/** One round trip. A key that another process creates concurrently is in neither result. */
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

/** With a margin, because a row may become visible slightly after its timestamp. */
const DESTROYED_LATELY = `
  select subject from keys."subjectKeys" where "destroyedAt" > now() - make_interval(secs => $1::double precision + 30)`;

export interface KeyRow {
  readonly subject: string;
  readonly wrappedKey: string | null;
  readonly masterKeyId: string;
}

/** Returns the subjects without any record: neither a key nor its destruction. Throws Postgres errors. */
export async function unknownSubjects(db: Pool, subjects: readonly string[]): Promise<string[]> {
  if (subjects.length === 0) return [];
  const { rows } = await db.query<{ subject: string }>(
    `select subject from unnest($1::text[]) as asked(subject)
     where not exists (select from keys."subjectKeys" k where k.subject = asked.subject)`,
    [subjects],
  );
  return rows.map(({ subject }) => subject);
}

/** A newly created key, and its form as sent for storage. */
interface Offer {
  readonly key: Buffer;
  readonly wrappedKey: string;
}

export interface KeyRingOptions {
  readonly db: Pool;
  /** The current one first, which wraps. The others unwrap keys they wrapped, or will wrap later. */
  readonly masterKeys: MasterKeys;
  /** Number of keys cached in memory. Default: 50,000. */
  readonly cacheSize?: number;
  /** Milliseconds that a key stays in memory. Default: one minute. */
  readonly cacheMs?: number;
  /** Milliseconds that this process may still use a key that another process destroyed. Default: one second. */
  readonly deadWithinMs?: number;
}

const BATCHES = { maxQueries: 2, maxKeys: 100 };

export type MasterKeys = readonly [MasterKey, ...MasterKey[]];

/** Undefined if it was destroyed. Throws for a master key that was not provided. */
export function unwrapKey({ subject, wrappedKey, masterKeyId }: KeyRow, masterKeys: MasterKeys): Buffer | undefined {
  if (wrappedKey === null) return undefined;
  const master = masterKeys.find(({ id }) => id === masterKeyId);
  if (!master) throw new Error(`a key is wrapped under the unknown master key ${masterKeyId}`);
  return Buffer.from(open(master.wrapping, wrappedKey, subject), 'base64');
}

export const wrapKey = (subject: string, key: Buffer, master: MasterKey): string =>
  seal(master.wrapping, key.toString('base64'), subject);

/** The subject that stores the key for keyed hashes, so that a rotation includes it. */
export const KEYED_HASHES = 'keyed-hashes';

/** The database belongs to another master key. */
class UnknownMasterKey extends ConfigurationError {
  override readonly name = 'UnknownMasterKey';
}

/**
 * Its keyed hashes survive changes of the master key, because their key is wrapped like any other. Throws if stored
 * keys are under a master key that was not provided; so do the calls of the ring.
 */
export async function openKeyRing(options: KeyRingOptions): Promise<KeyRing> {
  const { db, masterKeys } = options;
  const { hashing } = masterKeys.at(-1) ?? masterKeys[0];
  await db.query(
    `insert into keys."subjectKeys" (subject, "wrappedKey", "masterKeyId") values ($1, $2, $3) on conflict do nothing`,
    [KEYED_HASHES, wrapKey(KEYED_HASHES, hashing, masterKeys[0]), masterKeys[0].id],
  );
  const [stored] = (await db.query<KeyRow>(GET, [[KEYED_HASHES]])).rows;
  const id = stored?.masterKeyId;
  if (stored?.wrappedKey && !masterKeys.some((one) => one.id === id))
    throw new UnknownMasterKey(
      `MASTER_KEY: the keys in this database are wrapped under the unknown master key ${id}. Set MASTER_KEY to it, or add it to MASTER_KEY_OTHERS.`,
    );
  return new PostgresKeyRing(options, (stored && unwrapKey(stored, masterKeys)) ?? hashing);
}

class PostgresKeyRing implements KeyRing {
  readonly keyedHash: KeyRing['keyedHash'];
  private readonly db: Pool;
  private readonly masterKeys: MasterKeys;
  private readonly cache: LRUCache<string, Buffer>;
  private readonly existing = new BatchLoader((subjects) => this.lookUp(subjects, false), BATCHES);
  private readonly created = new BatchLoader((subjects) => this.lookUp(subjects, true), BATCHES);
  private readonly deadWithinMs: number;
  private droppedAt = performance.now();
  private dropping: Promise<void> | undefined;

  /** `hashing`: the key for keyed hashes. It survives rotation of master keys, because claims depend on it. */
  constructor(
    { db, masterKeys, cacheSize = 50_000, cacheMs = 60_000, deadWithinMs = 1_000 }: KeyRingOptions,
    hashing: Buffer,
  ) {
    this.db = db;
    this.masterKeys = masterKeys;
    this.keyedHash = keyedHasher({ hashing });
    this.cache = new LRUCache({ max: cacheSize, ttl: cacheMs });
    this.deadWithinMs = deadWithinMs;
  }

  async keysFor(subjects: readonly string[], { create }: { create: boolean }): Promise<ReadonlyMap<string, Buffer>> {
    await this.waitForDrops();
    const keys = new Map<string, Buffer>();
    const missing: string[] = [];
    for (const subject of new Set(subjects)) {
      const key = this.cache.get(subject);
      if (key) keys.set(subject, key);
      else missing.push(subject);
    }
    const found = missing.length > 0 ? await (create ? this.created : this.existing).read(missing) : [];
    for (const [subject, key] of found) keys.set(subject, key);
    return keys;
  }

  async destroy(subject: string): Promise<void> {
    await this.db.query(DESTROY, [subject, this.masterKeys[0].id]);
    this.cache.delete(subject);
  }

  /** Waits until the keys that other processes destroyed are dropped, unless that was done a moment ago. */
  private waitForDrops(): Promise<void> | undefined {
    if (performance.now() - this.droppedAt < this.deadWithinMs) return undefined;
    this.dropping ??= this.dropDestroyed().finally(() => {
      this.dropping = undefined;
    });
    return this.dropping;
  }

  /** Polls, because a notification can be lost with its connection, whereas a failed query is an error. */
  private async dropDestroyed(): Promise<void> {
    const now = performance.now();
    const { rows } = await this.db.query<{ subject: string }>(DESTROYED_LATELY, [(now - this.droppedAt) / 1000]);
    for (const { subject } of rows) this.cache.delete(subject);
    this.droppedAt = now;
  }

  /** Fetches keys that are not in memory. The second round fetches keys that other processes created concurrently. */
  private async lookUp(subjects: readonly string[], create: boolean): Promise<ReadonlyMap<string, Buffer>> {
    const keys = new Map<string, Buffer>();
    let missing = subjects;
    for (let round = 0; round < 2 && missing.length > 0; round++) {
      const offers = new Map<string, Offer>();
      const rows =
        create && round === 0
          ? await this.getOrCreate(missing, offers)
          : (await this.db.query<KeyRow>(GET, [missing])).rows;
      for (const row of rows) {
        const offer = offers.get(row.subject);
        const key = offer?.wrappedKey === row.wrappedKey ? offer?.key : unwrapKey(row, this.masterKeys);
        if (!key) continue;
        keys.set(row.subject, key);
        this.cache.set(row.subject, key);
      }
      const foundSubjects = new Set(rows.map((row) => row.subject));
      missing = create ? missing.filter((subject) => !foundSubjects.has(subject)) : [];
    }
    return keys;
  }

  /** Offers a new key for each subject. The answer contains the existing key instead, if there is one. */
  private async getOrCreate(subjects: readonly string[], offers: Map<string, Offer>): Promise<KeyRow[]> {
    const [current] = this.masterKeys;
    const wrapped: string[] = [];
    for (const subject of subjects) {
      // A copy: a cached key must not keep the whole block of random bytes in memory.
      const key = Buffer.from(freshBytes(32));
      const wrappedKey = wrapKey(subject, key, current);
      offers.set(subject, { key, wrappedKey });
      wrapped.push(wrappedKey);
    }
    return (await this.db.query<KeyRow>(GET_OR_CREATE, [subjects, wrapped, current.id])).rows;
  }
}
