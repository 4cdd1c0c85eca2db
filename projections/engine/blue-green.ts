import type { EventStore, Position } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { catchUp } from './catch-up.ts';
import { type Comparison, compareBuilds } from './compare.ts';
import type { Decoder } from './decode.ts';
import { liveInstance, type ProjectionInstance, quoted } from './projection-instance.ts';
import { NEW_FENCE } from './schema.ts';
import { inTransaction } from './transaction.ts';

interface Parts {
  readonly db: pg.Pool;
  readonly store: EventStore;
  readonly decoder: Decoder;
}

const LOCK = `select "partition", "version", "position" from engine.checkpoints where "projection" = $1 order by "partition" for update`;

/** Where the partitions of a building stand. */
export async function positionsOf(db: pg.Pool | pg.ClientBase, id: string): Promise<readonly (Position | null)[]> {
  const { rows } = await db.query(
    `select "position" from engine.checkpoints where "projection" = $1 order by "partition"`,
    [id],
  );
  return rows.map((row) => row.position);
}

/** The place up to which a rebuild can go without passing any partition of these; null: the beginning. */
export const leastPosition = (positions: readonly (Position | null)[]): Position | null =>
  [...positions].sort((a, b) => (a === b ? 0 : a === null || (b !== null && a < b) ? -1 : 1))[0] ?? null;

/**
 * Compares a rebuilt building, which has not passed the live one anywhere, with the live one at the same position of each
 * partition. The live one is held still only until both stand there and a snapshot has been taken of them; the comparing
 * itself holds up nobody.
 */
export async function compareWithLive(
  parts: Parts,
  rebuilt: ProjectionInstance,
  signal: AbortSignal,
): Promise<Comparison> {
  const live = liveInstance(rebuilt.projection);
  const snapshot = await parts.db.connect();
  try {
    await inTransaction(parts.db, async (client) => {
      const { rows } = await client.query(LOCK, [live.id]);
      await catchUp(parts.db, parts.store, parts.decoder, rebuilt, { until: rows.map((row) => row.position), signal });
      await snapshot.query('begin isolation level repeatable read read only');
      await snapshot.query('select 1');
      return null;
    });
    return await compareBuilds(snapshot, live, rebuilt);
  } finally {
    await snapshot.query('rollback').catch(() => undefined);
    snapshot.release();
  }
}

/**
 * Puts a rebuilt building into the place of the live one, in one transaction: readers see the one or the other, never
 * neither. It is brought past the live one first, so nobody sees less than before. Workers of the old building are fenced
 * off. Gives the schema in which the old rows now lie, for `dropSchema`.
 */
export async function swapWithLive(
  parts: Parts,
  rebuilt: ProjectionInstance,
  suffix: string,
  signal: AbortSignal,
): Promise<string> {
  const live = liveInstance(rebuilt.projection);
  const old = `${live.schema}__old_${suffix}`;
  await catchUp(parts.db, parts.store, parts.decoder, rebuilt, { signal });
  await inTransaction(parts.db, async (client) => {
    const { rows } = await client.query(LOCK, [live.id]);
    const furthest = rows.reduce<Position | null>(
      (most, { position }) => (most === null || position > most ? position : most),
      null,
    );
    if (furthest !== null) await catchUp(parts.db, parts.store, parts.decoder, rebuilt, { until: furthest, signal });
    await client.query(LOCK, [rebuilt.id]);
    for (const table of ['engine.parked', 'engine.checkpoints']) {
      await client.query(`delete from ${table} where "projection" = $1`, [live.id]);
      await client.query(`update ${table} set "projection" = $1 where "projection" = $2`, [live.id, rebuilt.id]);
    }
    await client.query(`update engine.checkpoints set "fence" = ${NEW_FENCE} where "projection" = $1`, [live.id]);
    await client.query(`alter schema ${quoted(live.schema)} rename to ${quoted(old)}`);
    await client.query(`alter schema ${quoted(rebuilt.schema)} rename to ${quoted(live.schema)}`);
    return true;
  });
  return old;
}

/**
 * Removes a building that is not live: its schema, checkpoints and parked keys. A reader in a long transaction may still
 * hold the table; it is waited for a little, and what stays is removed by `removeAbandoned` later.
 */
export async function removeInstance(db: pg.Pool, id: string, schema: string): Promise<boolean> {
  await db.query(`delete from engine.parked where "projection" = $1`, [id]);
  await db.query(`delete from engine.checkpoints where "projection" = $1`, [id]);
  return dropSchema(db, schema);
}

/** Drops the schema of a building that is no longer live. Gives whether it is gone. */
export async function dropSchema(db: pg.Pool, schema: string): Promise<boolean> {
  const lockNotAvailable = '55P03';
  const dropped = await inTransaction(db, async (client) => {
    await client.query(`set local lock_timeout = '2s'`);
    await client.query(`drop schema if exists ${quoted(schema)} cascade`);
    return true;
  }).catch((error) => {
    if (error?.code === lockNotAvailable) return false;
    throw error;
  });
  return dropped ?? false;
}
