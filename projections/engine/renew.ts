import type { Logger } from '@fynbos/platform/logger.ts';
import type pg from 'pg';
import type { AnyProjection } from './build.ts';
import { partitionsOf } from './partition.ts';
import { dropScratch, type ReplayParts, ReplayUnderWay, replay, replayLock } from './replay.ts';
import { updateReplay } from './replay-record.ts';
import { liveShape } from './schema.ts';
import { dropSchema, removeBuild } from './side-by-side.ts';

const lookAgainMs = 2_000;

/**
 * Rebuilds, beside the live ones, the read models whose version or number of partitions in code is not the live one's,
 * and swaps them in; readers keep the old until then. Where another process is at it, waits until it has done it or died.
 */
export async function renewReadModels(
  parts: ReplayParts,
  projections: readonly AnyProjection[],
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  for (const projection of projections) {
    while (!signal.aborted) {
      try {
        // An outage at this very moment is waited out too: nothing else of the process depends on it.
        if (await isCurrent(parts.db, projection)) break;
        logger.info({ readModel: projection.name, version: projection.version }, 'building its new version');
        await replay(parts, [projection], { signal, needed: async () => !(await isCurrent(parts.db, projection)) });
      } catch (error) {
        if (!(error instanceof ReplayUnderWay))
          logger.warn({ err: error, readModel: projection.name }, 'building failed; it is tried again');
        await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
      }
    }
  }
}

async function isCurrent(db: pg.Pool, projection: AnyProjection): Promise<boolean> {
  const live = await liveShape(db, projection.name);
  return live === null || (live.version === projection.version && live.partitions === partitionsOf(projection));
}

/**
 * Takes away what killed replays left, views as of an instant that are over an hour old, and old rows that a reader still
 * held when they were to be dropped. Safe while replays run: those hold a lock.
 */
export async function removeAbandoned(db: pg.Pool): Promise<void> {
  const { rows } = await db.query(
    `select "id", "projection", "schema", "asOf" is not null as "isView", "state" = 'done' as "isDone" from engine.replays
     where "schema" is not null and ("state" <> 'done' or "updatedAt" < now() - interval '1 hour')`,
  );
  const client = await db.connect();
  try {
    for (const { id, projection, schema, isView, isDone } of rows) {
      if (isDone) {
        await dropScratch(db, { id, projection, schema });
        continue;
      }
      const lock = [replayLock(id)];
      const { rows: got } = await client.query(
        'select pg_try_advisory_lock(hashtextextended($1, 731)) as "free"',
        lock,
      );
      if (!got[0].free) continue;
      await removeBuild(db, `${projection}__${isView ? 'asof' : 'next'}_${id}`, schema);
      await updateReplay(db, id, { state: 'abandoned', schema: null });
      await client.query('select pg_advisory_unlock(hashtextextended($1, 731))', lock);
    }
  } finally {
    // Its locks end with it, also where something above failed.
    client.release(true);
  }
  const { rows: old } = await db.query(
    `select nspname as "schema" from pg_namespace where nspname like 'rm\\_%\\_\\_old\\_%'`,
  );
  for (const { schema } of old) await dropSchema(db, schema);
}
