import { endOwner } from '@fynbos/platform/postgres.ts';
import { newRunId } from '@fynbos/platform/queue/run-id.ts';
import pLimit from 'p-limit';
import type pg from 'pg';
import { catchUp } from '../catch-up.ts';
import type { FoldParts } from '../decode.ts';
import {
  type AnyProjection,
  liveInstance,
  type ProjectionInstance,
  qualifiedTable,
  quoted,
  sideInstance,
} from '../projection-instance.ts';
import {
  createCheckpoints,
  createIndexes,
  createTable,
  ensureEngine,
  ensureLive,
  hasDefinitionOf,
  liveDefinition,
} from '../schema.ts';
import { isDataError, tryLock } from '../transaction.ts';
import {
  compareWithLive,
  dropSchema,
  type InstanceComparison,
  leastPosition,
  positionsOf,
  removeInstance,
  swapWithLive,
} from './blue-green.ts';
import { buildFromLog } from './rebuild-pass.ts';
import { RebuildProgress, type RebuildState, type RebuildStep, updateRebuild } from './rebuild-record.ts';

export interface RebuildOptions {
  /** Compare with the live instance if it has the same version. */
  readonly compare?: boolean;
  /** Always (default), if the comparison found it equal, or never. */
  readonly swap?: 'always' | 'if-equal' | 'never';
  /** Include only events recorded at or before this instant, ISO 8601 UTC; the result stays as a scratch table. */
  readonly asOf?: string;
  /** After the lock is acquired. If false, the read model is not rebuilt and has no result. */
  readonly isStillNeeded?: () => Promise<boolean>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (step: RebuildStep) => void;
  /** Maximum rows kept in memory; default 150,000, which is about 150 MB for rows of twenty columns. */
  readonly maxRows?: number;
  /** Events per read; default 2,500. */
  readonly pageSize?: number;
  /** Id of the first read model's rebuild, for a caller that needs it before the end; random by default. */
  readonly id?: string;
}

export interface RebuildResult {
  readonly id: string;
  readonly projection: string;
  readonly state: Extract<RebuildState, 'done' | 'cancelled'>;
  /** Events read from the log, and the duration. */
  readonly events: number;
  readonly ms: number;
  /** Null where no comparison was requested, or the live instance has another version. */
  readonly comparison: InstanceComparison | null;
  readonly swapped: boolean;
  /** The scratch schema of a view as of an instant; the caller drops it with `dropScratch`. */
  readonly schema: string | null;
}

/** Another rebuild that will replace the same read model is in progress. */
export class RebuildInProgress extends Error {
  override readonly name = 'RebuildInProgress';
}

/**
 * Builds rows from the first event, next to the live ones, reading the log once; then catches up, compares and swaps.
 * Readers and workers continue. A cancelled one leaves nothing behind. Throws `RebuildInProgress`, `StoreUnavailable`
 * and Postgres errors, after cleaning up. No reactions run. The pool of `parts` needs six connections.
 */
export async function rebuild(
  parts: FoldParts,
  projections: readonly AnyProjection[],
  options: RebuildOptions = {},
): Promise<readonly RebuildResult[]> {
  await ensureEngine(parts.db);
  const owner = await parts.db.connect();
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const work = { parts, owner, options, stop, signal };
  const runs: Run[] = [];
  try {
    for (const [at, projection] of projections.entries()) {
      const id = (at === 0 && options.id) || newRunId();
      const instance = sideInstance(projection, options.asOf ? 'asof' : 'next', id);
      const run = await beginRebuild(work, id, instance);
      if (run) runs.push(run);
    }
    if (runs.length === 0) return [];
    await buildAll(work, runs);
    const results: RebuildResult[] = [];
    for (const run of runs) results.push(await finishRebuild(work, run));
    return results;
  } catch (error) {
    const cancelled = signal.aborted;
    for (const run of runs) await discardInstances(parts.db, run, cancelled ? 'cancelled' : 'failed', error);
    if (!cancelled) throw error;
    return runs.map((run) => ({ ...run.progress.summary(), ...UNFINISHED }));
  } finally {
    for (const run of runs) await run.progress.stop();
    // Ends the session with its advisory locks, which show other processes that the rebuild is alive.
    await endOwner(owner);
  }
}

const UNFINISHED = { state: 'cancelled', comparison: null, swapped: false, schema: null } as const;

/** One call of `rebuild`. `owner` holds the locks; `signal` aborts when a caller or `stop` ends it. */
interface Work {
  readonly parts: FoldParts;
  readonly owner: pg.PoolClient;
  readonly options: RebuildOptions;
  readonly stop: AbortController;
  readonly signal: AbortSignal;
}

interface Run {
  readonly instance: ProjectionInstance;
  readonly progress: RebuildProgress;
  ended: boolean;
}

/** Takes the lock that a rebuild holds while it runs. Returns whether it was free. */
export const lockRebuild = (client: pg.ClientBase, id: string): Promise<boolean> => tryLock(client, `replay ${id}`);

/** One such rebuild per read model at a time; comparisons and views as of an instant are unlimited. */
const mayReplace = ({ swap, asOf }: RebuildOptions): boolean => swap !== 'never' && asOf === undefined;

async function beginRebuild(
  { parts: { db }, owner, options, stop }: Work,
  id: string,
  instance: ProjectionInstance,
): Promise<Run | null> {
  const { projection } = instance;
  await ensureLive(db, projection);
  await lockRebuild(owner, id);
  if (mayReplace(options)) {
    if (!(await tryLock(owner, `replacing ${projection.name}`)))
      throw new RebuildInProgress(`a rebuild of ${projection.name} is under way`);
    if (options.isStillNeeded && !(await options.isStillNeeded())) return null;
  }
  const { rows: live } = await db.query(
    `select sum("events")::float8 as "events" from engine.checkpoints where "projection" = $1`,
    [projection.name],
  );
  const total = live[0]?.events || null;
  await db.query(
    `insert into engine.replays ("id", "projection", "version", "state", "schema", "asOf", "total")
     values ($1, $2, $3, 'building', $4, $5, $6)`,
    [id, projection.name, projection.version, instance.schema, options.asOf ?? null, total],
  );
  await owner.query(`create schema ${quoted(instance.schema)}; ${createTable(instance)}`);
  await owner.query(createCheckpoints(instance));
  const { onProgress } = options;
  const progress = new RebuildProgress({ db, id, projection: projection.name, total, stop, onProgress });
  return { instance, progress, ended: false };
}

/** Builds all instances up to their limits, with their indexes. */
async function buildAll({ parts, owner, options, signal }: Work, runs: readonly Run[]): Promise<void> {
  // An instance to compare must not pass the live one, so the live one catches up first.
  const positions: (string | null)[] = [];
  for (const { instance } of runs) {
    if (!options.compare || !(await isLiveOfSameShape(parts.db, instance.projection))) continue;
    const live = liveInstance(instance.projection);
    await catchUp(parts, live, { signal });
    positions.push(...(await positionsOf(parts.db, live.id)));
  }
  const until = positions.length > 0 ? leastPosition(positions) : undefined;
  const recordedUntil = options.asOf;
  const instances = runs.map((run) => run.instance);
  try {
    await buildFromLog(owner, parts, instances, {
      until,
      recordedUntil,
      maxRows: options.maxRows ?? 150_000,
      pageSize: options.pageSize ?? 2_500,
      signal,
      onPage: (folded) => {
        for (const { instance, progress } of runs) progress.report(folded.get(instance) ?? 0);
      },
    });
  } catch (error) {
    if (!isDataError(error)) throw error;
    // Postgres rejected a row. Processing continues page by page, which blocks the row's key.
    await owner.query('rollback');
    for (const { instance } of runs) {
      await owner.query(
        `drop schema ${quoted(instance.schema)} cascade; create schema ${quoted(instance.schema)}; ${createTable(instance)}`,
      );
      // Instances before the rejected one were finished: their checkpoints are at the end.
      await owner.query(`delete from engine.parked where "projection" = $1`, [instance.id]);
      await owner.query(`delete from engine.checkpoints where "projection" = $1`, [instance.id]);
      await owner.query(createCheckpoints(instance));
    }
    for (const { instance, progress } of runs) {
      let folded = 0;
      await catchUp(parts, instance, {
        until: () => until,
        recordedUntil,
        signal,
        onPage: (events) => {
          folded += events;
          progress.report(folded);
        },
      });
    }
  }
  const indexes = runs.flatMap(({ instance }) => createIndexes(instance));
  const limit = pLimit(2);
  // All are awaited, so that no session uses a table when a failed rebuild is removed.
  const built = await Promise.allSettled(indexes.map((index) => limit(() => parts.db.query(index))));
  for (const result of built) if (result.status === 'rejected') throw result.reason;
  for (const { instance } of runs) await owner.query(`analyze ${qualifiedTable(instance)}`);
}

async function finishRebuild({ parts, options, signal }: Work, run: Run): Promise<RebuildResult> {
  const { instance, progress } = run;
  const { db } = parts;
  const { id } = progress.rebuild;
  await progress.enter('catching-up');
  let comparison: InstanceComparison | null = null;
  if (options.compare && (await isLiveOfSameShape(db, instance.projection))) {
    await progress.enter('comparing');
    comparison = await compareWithLive(parts, instance, signal);
    await updateRebuild(db, id, { comparison });
  }
  const swap = mayReplace(options) && (options.swap !== 'if-equal' || comparison?.equal === true);
  if (swap) {
    await progress.enter('swapping');
    signal.throwIfAborted();
    const old = await swapWithLive(parts, instance, id, signal);
    run.ended = true;
    await dropSchema(db, old);
  }
  const isGone = swap || (options.asOf === undefined && (await removeInstance(db, instance.id, instance.schema)));
  run.ended = true;
  const schema = options.asOf === undefined ? null : instance.schema;
  await progress.enter('done');
  await updateRebuild(db, id, { schema: isGone ? null : instance.schema });
  return { ...progress.summary(), state: 'done', comparison, swapped: swap, schema };
}

const isLiveOfSameShape = async (db: pg.Pool, projection: AnyProjection): Promise<boolean> =>
  hasDefinitionOf(projection, await liveDefinition(db, projection.name));

async function discardInstances(db: pg.Pool, run: Run, state: 'cancelled' | 'failed', error: unknown): Promise<void> {
  if (run.ended) return;
  await run.progress.stop();
  const name = error instanceof Error ? error.name : 'Error';
  const isGone = await removeInstance(db, run.instance.id, run.instance.schema).catch(() => false);
  const schema = isGone ? null : run.instance.schema;
  await updateRebuild(db, run.progress.rebuild.id, { state, schema, error: state === 'failed' ? name : null }).catch(
    () => undefined,
  );
}

/** False if it remains; `removeAbandoned` removes it then. */
export async function dropScratch(
  db: pg.Pool,
  { id, projection, schema }: Pick<RebuildResult, 'id' | 'projection' | 'schema'>,
): Promise<boolean> {
  const isGone = schema === null || (await removeInstance(db, `${projection}__asof_${id}`, schema));
  if (isGone) await updateRebuild(db, id, { schema: null });
  return isGone;
}
