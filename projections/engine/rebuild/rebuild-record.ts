import { instant } from '@fynbos/domain/event-schema.ts';
import type pg from 'pg';
import { z } from 'zod';
import { Progress } from '../progress.ts';
import { rowOf, rowsOf } from '../read-model.ts';
import { comparison } from './blue-green.ts';

/** A rebuild as the dashboard shows it. */
export const rebuildRecord = z.object({
  id: z.string(),
  projection: z.string(),
  version: z.int(),
  state: z.enum(['building', 'catching-up', 'comparing', 'swapping', 'done', 'cancelled', 'failed', 'abandoned']),
  /** The schema of its table; null when the table is removed or has become the live one. */
  schema: z.string().nullable(),
  /** For a view as of an instant. */
  asOf: instant.nullable(),
  /** Processed events, and the total as far as it is known. */
  done: z.int(),
  total: z.int().nullable(),
  /** Events per second. */
  rate: z.number(),
  remainingMs: z.number().nullable(),
  comparison: comparison.nullable(),
  /** Name of the error that ended it. */
  error: z.string().nullable(),
  startedAt: z.date(),
  updatedAt: z.date(),
});
export type RebuildRecord = Readonly<z.output<typeof rebuildRecord>>;
export type RebuildState = RebuildRecord['state'];

const COLUMNS = `"id", "projection", "version", "state", "schema", "done"::float8 as "done", "total"::float8 as "total", "rate",
  "remainingMs"::float8 as "remainingMs", "comparison", "error", "startedAt", "updatedAt",
  to_char("asOf" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "asOf"`;

/** The latest 50 rebuilds, newest first. Views as of an instant are left out. */
export const latestRebuilds = (db: pg.Pool): Promise<readonly RebuildRecord[]> =>
  rowsOf(db, `select ${COLUMNS} from engine.replays where "asOf" is null order by "startedAt" desc limit 50`);

export const rebuildById = (db: pg.Pool, id: string): Promise<RebuildRecord | null> =>
  rowOf(db, `select ${COLUMNS} from engine.replays where "id" = $1`, [id]);

/** A view of a read model as of an instant, with the seconds since its record changed. */
export type ViewRecord = RebuildRecord & { readonly age: number };

/** The views of this version of a read model as of an instant (ISO 8601 UTC), newest first. */
export const viewsAsOf = (
  db: pg.Pool,
  { name, version }: { readonly name: string; readonly version: number },
  asOf: string,
): Promise<readonly ViewRecord[]> =>
  rowsOf(
    db,
    `select ${COLUMNS}, extract(epoch from now() - "updatedAt")::float8 as "age" from engine.replays
     where "projection" = $1 and "version" = $2 and "asOf" = $3 order by "startedAt" desc`,
    [name, version, asOf],
  );

/** The number of views as of an instant that have a table. */
export async function countViews(db: pg.Pool): Promise<number> {
  const { rows } = await db.query(
    `select count(*)::int as views from engine.replays where "asOf" is not null and "schema" is not null`,
  );
  return rows[0].views;
}

const RUNNING: readonly RebuildState[] = ['building', 'catching-up', 'comparing'];

/** Whether a rebuild can still be stopped. */
export const isRunning = (rebuild: RebuildRecord | null): boolean =>
  rebuild !== null && RUNNING.includes(rebuild.state);

/** Asks a running rebuild to stop, in any process; it stops within a second. Returns whether it was running. */
export async function cancelRebuild(db: pg.Pool, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update engine.replays set "cancelRequested" = true
     where "id" = $1 and "state" = any($2)`,
    [id, RUNNING],
  );
  return rowCount === 1;
}

export type RebuildUpdate = Partial<
  Pick<RebuildRecord, 'state' | 'schema' | 'done' | 'total' | 'rate' | 'remainingMs' | 'comparison' | 'error'>
>;

/** Updates the record. Returns whether a cancellation was requested. */
export async function updateRebuild(db: pg.Pool, id: string, change: RebuildUpdate): Promise<boolean> {
  const names = Object.keys(change);
  const sets = names.map((name, at) => `"${name}" = $${at + 2}`);
  const { rows } = await db.query(
    `update engine.replays set ${[...sets, '"updatedAt" = now()'].join(', ')} where "id" = $1 returning "cancelRequested"`,
    [
      id,
      ...Object.values(change).map((value) =>
        value !== null && typeof value === 'object' ? JSON.stringify(value) : value,
      ),
    ],
  );
  return rows[0]?.cancelRequested ?? true;
}

export type RebuildStep = Pick<
  RebuildRecord,
  'id' | 'projection' | 'state' | 'done' | 'total' | 'rate' | 'remainingMs'
>;

export interface TrackedRebuild {
  readonly db: pg.Pool;
  readonly id: string;
  readonly projection: string;
  /** Events to process, as far as it is known. */
  readonly total: number | null;
  /** Aborted when a cancellation is requested. */
  readonly stop: AbortController;
  readonly onProgress?: ((step: RebuildStep) => void) | undefined;
}

/** Tracks a rebuild: informs the caller, writes `engine.replays`, and detects a cancellation there. */
export class RebuildProgress {
  private state: RebuildState = 'building';
  private readonly progress: Progress;

  constructor(readonly rebuild: TrackedRebuild) {
    const { db, id, total, stop } = rebuild;
    this.progress = new Progress({
      total,
      write: (figures) => updateRebuild(db, id, { ...figures }),
      cancel: () => stop.abort(),
    });
  }

  report(done: number): void {
    this.progress.report(done);
    this.reportProgress();
  }

  /** Enters the next phase of the rebuild. */
  async enter(state: RebuildState): Promise<void> {
    this.progress.end();
    this.state = state;
    // A write in progress could otherwise overwrite the final figures.
    if (state === 'done') await this.stop();
    await updateRebuild(this.rebuild.db, this.rebuild.id, { state, ...this.progress.figures() });
    this.reportProgress();
  }

  summary(): { id: string; projection: string; events: number; ms: number } {
    const { id, projection } = this.rebuild;
    return { id, projection, events: this.progress.figures().done, ms: Math.round(this.progress.ms) };
  }

  stop(): Promise<void> {
    return this.progress.stop();
  }

  private reportProgress(): void {
    const { id, projection, onProgress } = this.rebuild;
    onProgress?.({ id, projection, state: this.state, ...this.progress.figures() });
  }
}
