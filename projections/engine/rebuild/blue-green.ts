import type { Position } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { z } from 'zod';
import { catchUp } from '../catch-up.ts';
import { furthestPosition } from '../checkpoint.ts';
import type { FoldParts } from '../decode.ts';
import { liveInstance, type ProjectionInstance, qualifiedTable, quoted } from '../projection-instance.ts';
import { NEW_FENCE } from '../schema.ts';
import { inTransaction } from '../transaction.ts';

const LOCK = `select "partition", "version", "position" from engine.checkpoints where "projection" = $1 order by "partition" for update`;

/** The positions of an instance, by partition. */
export async function positionsOf(db: pg.Pool | pg.ClientBase, id: string): Promise<readonly (Position | null)[]> {
  const { rows } = await db.query(
    `select "position" from engine.checkpoints where "projection" = $1 order by "partition"`,
    [id],
  );
  return rows.map((row) => row.position);
}

/** The lowest of these positions; null means before the first event. */
export const leastPosition = (positions: readonly (Position | null)[]): Position | null =>
  [...positions].sort((a, b) => (a === b ? 0 : a === null || (b !== null && a < b) ? -1 : 1))[0] ?? null;

/**
 * Compares each partition at the same position; the rebuilt instance must not be ahead. The live one is locked only
 * until a snapshot is taken.
 */
export async function compareWithLive(
  parts: FoldParts,
  rebuilt: ProjectionInstance,
  signal: AbortSignal,
): Promise<InstanceComparison> {
  const live = liveInstance(rebuilt.projection);
  const snapshot = await parts.db.connect();
  try {
    await inTransaction(parts.db, async (client) => {
      const { rows } = await client.query(LOCK, [live.id]);
      await catchUp(parts, rebuilt, { until: (partition) => rows[partition]?.position, signal });
      await snapshot.query('begin isolation level repeatable read read only');
      await snapshot.query('select 1');
    });
    return await compareInstances(snapshot, live, rebuilt);
  } finally {
    await snapshot.query('rollback').catch(() => undefined);
    snapshot.release();
  }
}

/**
 * One transaction. The rebuilt instance first passes the live one, so no reader sees older rows. New fencing tokens
 * stop the old workers. Returns the schema of the old rows, for `dropSchema`.
 */
export async function swapWithLive(
  parts: FoldParts,
  rebuilt: ProjectionInstance,
  suffix: string,
  signal: AbortSignal,
): Promise<string> {
  const live = liveInstance(rebuilt.projection);
  const old = `${live.schema}__old_${suffix}`;
  await catchUp(parts, rebuilt, { signal });
  await inTransaction(parts.db, async (client) => {
    const { rows } = await client.query(LOCK, [live.id]);
    const furthest = furthestPosition(rows);
    if (furthest !== undefined) await catchUp(parts, rebuilt, { until: () => furthest, signal });
    await client.query(LOCK, [rebuilt.id]);
    for (const table of ['engine.parked', 'engine.checkpoints']) {
      await client.query(`delete from ${table} where "projection" = $1`, [live.id]);
      await client.query(`update ${table} set "projection" = $1 where "projection" = $2`, [live.id, rebuilt.id]);
    }
    await client.query(`update engine.checkpoints set "fence" = ${NEW_FENCE} where "projection" = $1`, [live.id]);
    await client.query(`alter schema ${quoted(live.schema)} rename to ${quoted(old)}`);
    await client.query(`alter schema ${quoted(rebuilt.schema)} rename to ${quoted(live.schema)}`);
  });
  return old;
}

/** Schema, checkpoints and blocked keys. False while a reader holds the table. */
export async function removeInstance(db: pg.Pool, id: string, schema: string): Promise<boolean> {
  await db.query(`delete from engine.parked where "projection" = $1`, [id]);
  await db.query(`delete from engine.checkpoints where "projection" = $1`, [id]);
  return dropSchema(db, schema);
}

/** False while a reader holds the table. */
export async function dropSchema(db: pg.Pool, schema: string): Promise<boolean> {
  try {
    await inTransaction(db, async (client) => {
      await client.query(`set local lock_timeout = '2s'`);
      await client.query(`drop schema if exists ${quoted(schema)} cascade`);
    });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

/** Postgres's error code of a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03';
const MAX_LISTED_DIFFERENCES = 20;

export const rowDifference = z.object({
  key: z.string(),
  kind: z.enum(['only-live', 'only-rebuilt', 'different']),
  /** Columns that differ; names only, since a value may be personal data. */
  columns: z.array(z.string()),
});
export type RowDifference = z.output<typeof rowDifference>;

/** The differences between two instances of a read model at the same position, row by row. */
export const comparison = z.object({
  liveRows: z.int(),
  rebuiltRows: z.int(),
  onlyLive: z.int(),
  onlyRebuilt: z.int(),
  different: z.int(),
  equal: z.boolean(),
  /** The first differences by key. */
  first: z.array(rowDifference),
  /** Rows of blocked keys are older than the failed event. Stored under these names. */
  blockedLive: z.int(),
  parkedRebuilt: z.int(),
});
export type InstanceComparison = z.output<typeof comparison>;

/** The snapshot of the transaction of `client` shows both at the same position. */
export async function compareInstances(
  client: pg.ClientBase,
  live: ProjectionInstance,
  rebuilt: ProjectionInstance,
): Promise<InstanceComparison> {
  const key = quoted(live.projection.primaryKey);
  const columns = Object.entries<string>(live.projection.columns);
  // Postgres defines no equality for json, only for jsonb.
  const differs = ([name, type]: [string, string]) =>
    /^json\b/i.test(type)
      ? `l.${quoted(name)}::jsonb is distinct from r.${quoted(name)}::jsonb`
      : `l.${quoted(name)} is distinct from r.${quoted(name)}`;
  const pair = `${qualifiedTable(live)} l full join ${qualifiedTable(rebuilt)} r on l.${key} = r.${key}`;
  const anyDiffers = columns.map(differs).join(' or ');
  const { rows: counts } = await client.query(
    `select count(l.${key})::int as "liveRows", count(r.${key})::int as "rebuiltRows",
       count(*) filter (where r.${key} is null)::int as "onlyLive",
       count(*) filter (where l.${key} is null)::int as "onlyRebuilt",
       count(*) filter (where l.${key} is not null and r.${key} is not null and (${anyDiffers}))::int as "different",
       (select count(*)::int from engine.parked where "projection" = $1) as "blockedLive",
       (select count(*)::int from engine.parked where "projection" = $2) as "parkedRebuilt"
     from ${pair}`,
    [live.id, rebuilt.id],
  );
  const found = counts[0];
  const equal = found.onlyLive + found.onlyRebuilt + found.different === 0;
  if (equal) return { ...found, equal, first: [] };
  const names = columns.map((column, at) => `case when ${differs(column)} then $${at + 1}::text end`);
  const { rows } = await client.query<RowDifference>(
    `select coalesce(l.${key}, r.${key})::text as "key",
       case when r.${key} is null then 'only-live' when l.${key} is null then 'only-rebuilt' else 'different' end as "kind",
       array_remove(array[${names.join(', ')}], null) as "columns"
     from ${pair} where l.${key} is null or r.${key} is null or ${anyDiffers} order by 1 limit ${MAX_LISTED_DIFFERENCES}`,
    columns.map(([name]) => name),
  );
  return { ...found, equal, first: rows.map((row) => (row.kind === 'different' ? row : { ...row, columns: [] })) };
}
