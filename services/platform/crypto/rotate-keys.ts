import type { Pool } from 'pg';
import { type KeyRow, type MasterKeys, unwrapKey, wrapKey } from './keys.ts';

/** The number of keys under a master key. */
export interface KeysUnder {
  readonly masterKeyId: string;
  readonly keys: number;
}

/** Returns the number of keys under each master key, largest first. Destroyed keys count under none. */
export async function keysUnder(db: Pool): Promise<readonly KeysUnder[]> {
  const { rows } = await db.query<KeysUnder>(
    `select "masterKeyId", count(*)::int as keys from keys."subjectKeys"
     where "wrappedKey" is not null group by 1 order by 2 desc, 1`,
  );
  return rows;
}

const KEYS_PER_BATCH = 500;
const NEXT_KEYS_SQL = `
  select subject, "wrappedKey", "masterKeyId" from keys."subjectKeys"
  where "wrappedKey" is not null and "masterKeyId" <> $1 and subject > $2 order by subject limit ${KEYS_PER_BATCH}`;
/** Updates only rows that are unchanged since they were read, so a key destroyed in between stays destroyed. */
const REWRAP_SQL = `
  update keys."subjectKeys" k set "wrappedKey" = n.after, "masterKeyId" = (select keys."notRetired"($1))
  from unnest($2::text[], $3::text[], $4::text[]) as n(subject, before, after)
  where k.subject = n.subject and k."wrappedKey" = n.before`;

export interface RotateOptions {
  readonly db: Pool;
  /** The current one first: all keys end under it. */
  readonly masterKeys: MasterKeys;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Under the current master key, while the product runs, 500 at a time; an interrupted rotation resumes. Returns how
 * many were rewrapped, and how many remain under another master key: 0 means that no older one is needed. Throws for a
 * master key that was not provided.
 */
export async function rotateKeys({
  db,
  masterKeys,
  onProgress,
  signal,
}: RotateOptions): Promise<{ wrapped: number; left: number }> {
  const [current] = masterKeys;
  const leftNow = async (): Promise<number> =>
    (await keysUnder(db)).reduce((sum, { masterKeyId, keys }) => sum + (masterKeyId === current.id ? 0 : keys), 0);
  const total = await leftNow();
  let wrapped = 0;
  for (let after = ''; !signal?.aborted; ) {
    const { rows } = await db.query<KeyRow>(NEXT_KEYS_SQL, [current.id, after]);
    const last = rows.at(-1);
    if (!last) break;
    const rewrapped = rows.map((row) => wrapKey(row.subject, unwrapKey(row, masterKeys) as Buffer, current));
    const { rowCount } = await db.query(REWRAP_SQL, [
      current.id,
      rows.map(({ subject }) => subject),
      rows.map(({ wrappedKey }) => wrappedKey),
      rewrapped,
    ]);
    wrapped += rowCount ?? 0;
    after = last.subject;
    onProgress?.(wrapped, Math.max(total, wrapped));
  }
  return { wrapped, left: await leftNow() };
}

/**
 * Retires it only if no key is under it; returns their number. A process that still wraps under it is rejected (57P03,
 * HTTP 503).
 */
export async function retireMasterKey(db: Pool, id: string): Promise<number> {
  const { rows } = await db.query<{ remaining: number }>('select keys.retire($1) as remaining', [id]);
  return (rows[0] as { remaining: number }).remaining;
}
