import { instant } from '@fynbos/domain/event-schema.ts';
import { type Schedule, schedule } from '@fynbos/platform/schedule.ts';
import type pg from 'pg';
import { z } from 'zod';
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

/** The progress of a rebuild. */
export type RebuildStep = Pick<
  RebuildRecord,
  'id' | 'projection' | 'state' | 'done' | 'total' | 'rate' | 'remainingMs'
>;

const writeEveryMs = 500;

/** Tracks a rebuild: informs the caller, writes `engine.replays`, and detects a cancellation there. */
export class RebuildProgress {
  #state: RebuildState = 'building';
  #done = 0;
  #builtMs: number | null = null;
  readonly #startedAt = performance.now();
  readonly #writing: Schedule;

  constructor(
    private readonly db: pg.Pool,
    readonly id: string,
    readonly projection: string,
    private readonly total: number | null,
    private readonly stopRun: AbortController,
    private readonly onProgress?: (step: RebuildStep) => void,
  ) {
    this.#writing = schedule(
      writeEveryMs,
      () => this.#write(),
      () => undefined,
      writeEveryMs,
    );
  }

  /** Reports the number of events processed since the beginning. */
  report(done: number): void {
    this.#done = done;
    this.onProgress?.(this.#step());
  }

  /** Enters the next phase of the rebuild. */
  async enter(state: RebuildState): Promise<void> {
    this.#builtMs ??= performance.now() - this.#startedAt;
    this.#state = state;
    // A write in progress could otherwise overwrite the final figures.
    if (state === 'done') await this.stop();
    await updateRebuild(this.db, this.id, { state, ...this.numbers() });
    this.onProgress?.(this.#step());
  }

  numbers(): Pick<RebuildStep, 'done' | 'total' | 'rate' | 'remainingMs'> {
    const { done, total, rate, remainingMs } = this.#step();
    return { done, total, rate, remainingMs };
  }

  summary(): { id: string; projection: string; events: number; ms: number } {
    const ms = this.#builtMs ?? performance.now() - this.#startedAt;
    return { id: this.id, projection: this.projection, events: this.#done, ms: Math.round(ms) };
  }

  stop(): Promise<void> {
    return this.#writing.close();
  }

  #step(): RebuildStep {
    const ms = this.#builtMs ?? performance.now() - this.#startedAt;
    const rate = Math.round((this.#done / Math.max(ms, 1)) * 1000);
    const total = this.total === null && this.#builtMs === null ? null : Math.max(this.total ?? 0, this.#done);
    const estimateMs = total === null || rate === 0 ? null : Math.round(((total - this.#done) / rate) * 1000);
    const remainingMs = this.#builtMs === null ? estimateMs : 0;
    const { id, projection } = this;
    return { id, projection, state: this.#state, done: this.#done, total, rate, remainingMs };
  }

  async #write(): Promise<void> {
    if (await updateRebuild(this.db, this.id, this.numbers())) this.stopRun.abort();
  }
}
