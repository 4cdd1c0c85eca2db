import type { EventStore } from '@fynbos/event-store/port.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import { pause } from '@fynbos/platform/pause.ts';
import { endOwner } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';
import type { FoldParts } from '../decode.ts';
import type { AnyProjection } from '../projection-instance.ts';
import { hasDefinitionOf, liveDefinition } from '../schema.ts';
import { dropSchema, leastPosition, positionsOf, removeInstance } from './blue-green.ts';
import { dropScratch, lockRebuild, RebuildInProgress, rebuild } from './rebuild.ts';
import { updateRebuild } from './rebuild-record.ts';

const POLL_MS = 2_000;

/** The position behind the log, at the last check, of each read model that a newer release maintains, by name. */
type LastPositions = Map<string, string>;

export interface UpgradeParts extends FoldParts {
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly lastPositions?: LastPositions;
}

/** Until the signal aborts, every `everyMs`: a process of an older release may swap its version back. */
export async function keepProjectionsUpgraded(
  parts: UpgradeParts,
  projections: readonly AnyProjection[],
  everyMs = 60_000,
): Promise<void> {
  const { signal } = parts;
  const remembering = { ...parts, lastPositions: new Map() };
  await upgradeProjections(remembering, projections);
  while (!signal.aborted) {
    await pause(everyMs, signal);
    // Two releases that differ only in partitions would otherwise replace each other's read models endlessly.
    const later = async (one: AnyProjection) => (await liveDefinition(parts.db, one.name))?.version !== one.version;
    for (const one of projections)
      if (!signal.aborted && (await later(one).catch(() => false))) await upgradeProjections(remembering, [one]);
  }
}

/**
 * Rebuilds those with another version or number of partitions next to the live ones and swaps them in; waits if another
 * process does. A live one of a newer release is left alone while a process maintains it: if it has not advanced
 * between two checks although the log grew, its release was rolled back (docs/decisions/0030).
 */
export async function upgradeProjections(parts: UpgradeParts, projections: readonly AnyProjection[]): Promise<void> {
  const { signal, lastPositions = new Map() } = parts;
  // A read model that cannot be built now must not keep the others at the older version.
  for (let outdated = projections; outdated.length > 0 && !signal.aborted; ) {
    const left: AnyProjection[] = [];
    for (const one of outdated) if (!signal.aborted && !(await upgrade(parts, one, lastPositions))) left.push(one);
    outdated = left;
    if (left.length > 0) await pause(POLL_MS, signal);
  }
}

/** Rebuilds a read model that is outdated. Returns whether it is live afterwards. */
async function upgrade(parts: UpgradeParts, projection: AnyProjection, lastPositions: LastPositions): Promise<boolean> {
  const { logger, signal } = parts;
  const { name, version } = projection;
  try {
    // An outage at this moment is also waited out, because the rest of the process does not depend on this check.
    if (await isLive(parts, projection, lastPositions)) return true;
    logger.info({ readModel: name, version }, 'rebuilding the read model for this release');
    const before = lastPositions.get(name);
    const isNeeded = () => isStillNeeded(parts, projection, before);
    const [rebuilt] = await rebuild(parts, [projection], { signal, isStillNeeded: isNeeded });
    if (rebuilt) lastPositions.delete(name);
    return rebuilt?.swapped ?? false;
  } catch (error) {
    if (!(error instanceof RebuildInProgress)) logger.warn({ err: error, readModel: name }, 'rebuild failed; retrying');
    return false;
  }
}

/** Whether no rebuild is needed: the live version is this release's, or a newer release seems to maintain it. */
async function isLive(
  { db, store }: FoldParts,
  projection: AnyProjection,
  lastPositions: LastPositions,
): Promise<boolean> {
  const live = await liveDefinition(db, projection.name);
  if (live === null) return true;
  if (live.version <= projection.version) return hasDefinitionOf(projection, live);
  const lastPosition = await positionIfBehind(db, store, projection.name);
  if (lastPosition !== null && lastPositions.get(projection.name) === lastPosition) return false;
  if (lastPosition === null) lastPositions.delete(projection.name);
  else lastPositions.set(projection.name, lastPosition);
  return true;
}

/** After the lock: whether the live version is still older, or newer and has not advanced. */
async function isStillNeeded(
  { db, store }: FoldParts,
  projection: AnyProjection,
  before: string | undefined,
): Promise<boolean> {
  const live = await liveDefinition(db, projection.name);
  if (live === null) return false;
  if (live.version > projection.version) return (await positionIfBehind(db, store, projection.name)) === before;
  return !hasDefinitionOf(projection, live);
}

/** The positions of the live instance's partitions, or null where all have caught up. */
async function positionIfBehind(db: pg.Pool, store: EventStore, name: string): Promise<string | null> {
  const head = await store.head();
  const positions = await positionsOf(db, name);
  return head === undefined || (leastPosition(positions) ?? '') >= head ? null : positions.join();
}

/** Killed rebuilds, views over an hour old, and old rows that a reader used. Safe: rebuilds that run hold a lock. */
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
      // Held until the end of the session: no other process needs the lock of a dead rebuild.
      if (!(await lockRebuild(client, id))) continue;
      // It may have ended since the query above.
      const { rowCount } = await db.query(
        `select from engine.replays where "id" = $1 and "schema" is not null and "state" <> 'done'`,
        [id],
      );
      if (rowCount === 0) continue;
      if (await removeInstance(db, `${projection}__${isView ? 'asof' : 'next'}_${id}`, schema))
        await updateRebuild(db, id, { state: 'abandoned', schema: null });
    }
  } finally {
    // Ends the session with its locks, even after an error above.
    await endOwner(client);
  }
  const { rows: old } = await db.query(
    `select nspname as "schema" from pg_namespace where nspname like 'rm\\_%\\_\\_old\\_%'`,
  );
  for (const { schema } of old) await dropSchema(db, schema);
}
