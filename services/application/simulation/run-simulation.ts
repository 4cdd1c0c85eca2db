import { endOwner } from '@fynbos/platform/postgres.ts';
import { type Schedule, schedule } from '@fynbos/platform/schedule.ts';
import { dropSchema } from '@fynbos/projections/engine/rebuild/blue-green.ts';
import { isOutage } from '@fynbos/projections/engine/transaction.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import type pg from 'pg';
import { waitForHead } from '../reaction-support.ts';
import type { Essentials } from '../services.ts';
import { CorrectionPreview, previewSlices, reservationsOf } from './preview.ts';
import type { SimulationRun, SimulationTotals } from './record.ts';
import { Reevaluation } from './reevaluate.ts';
import { addRows, makeScratch, schemaOfSimulation, sumUp } from './scratch.ts';

const WRITE_EVERY_MS = 500;

/** Writes the progress of a simulation to its record, and reads there whether it is cancelled. */
class SimulationProgress {
  #done = 0;
  #total: number | null = null;
  #startedAt = performance.now();
  readonly #stop = new AbortController();
  readonly #writing: Schedule;

  constructor(
    private readonly db: pg.Pool,
    private readonly id: string,
  ) {
    // A failed write is repeated by the next one. The simulation itself reports an outage.
    this.#writing = schedule(
      WRITE_EVERY_MS,
      () => this.#write(),
      () => undefined,
      WRITE_EVERY_MS,
    );
  }

  /** Aborted on cancellation. */
  get cancelled(): AbortSignal {
    return this.#stop.signal;
  }

  /** Sets the number of reservations. */
  expect(total: number): void {
    this.#total = total;
    this.#startedAt = performance.now();
  }

  /** Adds finished reservations. */
  add(count: number): void {
    this.#done += count;
  }

  async finish({
    totals,
    position,
    asOf,
  }: {
    totals: SimulationTotals;
    position: string | null;
    asOf: Date;
  }): Promise<void> {
    await this.stop();
    const { rate } = this.#numbers();
    await this.db.query(
      `update what_if.runs set state = 'done', totals = $2, position = $3, "asOf" = $4, done = $5, rate = $6, "remainingMs" = 0,
         "updatedAt" = now() where id = $1`,
      [this.id, JSON.stringify(totals), position, asOf, this.#done, rate],
    );
  }

  stop(): Promise<void> {
    return this.#writing.close();
  }

  #numbers(): { rate: number; remainingMs: number | null } {
    const rate = Math.round((this.#done / Math.max(1, performance.now() - this.#startedAt)) * 1000);
    const left = this.#total === null || rate === 0 ? null : Math.round(((this.#total - this.#done) / rate) * 1000);
    return { rate, remainingMs: left };
  }

  async #write(): Promise<void> {
    const { rate, remainingMs } = this.#numbers();
    const { rows } = await this.db.query<{ cancelRequested: boolean }>(
      `update what_if.runs set done = $2, total = $3, rate = $4, "remainingMs" = $5, "updatedAt" = now()
       where id = $1 returning "cancelRequested"`,
      [this.id, this.#done, this.#total, rate, remainingMs],
    );
    if (rows[0]?.cancelRequested) this.#stop.abort();
  }
}

/** Attempts after which a simulation that ends its process each time fails. */
export const ATTEMPTS = 3;

export const simulationLock = (id: string): string => `what-if ${id}`;
export const TRY_LOCK = 'select pg_try_advisory_lock(hashtextextended($1, 731)) as "free"';

async function begin(owner: pg.PoolClient, id: string): Promise<SimulationRun | null> {
  const { rows: lock } = await owner.query<{ free: boolean }>(TRY_LOCK, [simulationLock(id)]);
  if (!lock[0]?.free) return null;
  const { rows } = await owner.query<SimulationRun>(
    `update what_if.runs set state = 'running', attempts = attempts + 1, "schema" = $2, done = 0, "updatedAt" = now()
     where id = $1 and state in ('waiting', 'running') returning *`,
    [id, schemaOfSimulation(id)],
  );
  return rows[0] ?? null;
}

/**
 * Runs a simulation into its scratch schema; it changes nothing else. Does nothing if another process runs it or it has
 * ended. A cancellation takes effect within a second. If the process stops, the next one starts it again. A failure is
 * recorded by the name of its error.
 */
export async function runSimulation(deps: Essentials, id: string, ending: AbortSignal): Promise<void> {
  const { db } = deps;
  const owner = await db.connect();
  try {
    const run = await begin(owner, id);
    if (!run) return;
    const progress = new SimulationProgress(db, id);
    const signal = AbortSignal.any([ending, progress.cancelled]);
    try {
      await simulate(deps, owner, run, progress, signal);
    } catch (error) {
      const isCancelled = progress.cancelled.aborted;
      // The next attempt starts it again.
      if (!isCancelled && (ending.aborted || isOutage(error))) throw error;
      await dropSchema(db, schemaOfSimulation(id));
      const name = error instanceof Error ? error.name : 'Error';
      await db.query(
        `update what_if.runs set state = $2, error = $3, "schema" = null, "updatedAt" = now() where id = $1`,
        [id, isCancelled ? 'cancelled' : 'failed', isCancelled ? null : name],
      );
    } finally {
      await progress.stop();
    }
  } finally {
    // The lock ends with the session.
    await endOwner(owner);
  }
}

async function simulate(
  deps: Essentials,
  owner: pg.PoolClient,
  { id, definition }: SimulationRun,
  progress: SimulationProgress,
  signal: AbortSignal,
): Promise<void> {
  const { log, db, now } = deps;
  const at = now();
  const schema = schemaOfSimulation(id);
  await makeScratch(owner, schema);
  const head = await waitForHead(deps, [incentives.name, promotions.name], signal);
  const reevaluation = await Reevaluation.open(log, db, definition);
  const reservations = await reservationsOf(db, definition);
  progress.expect(reservations.total);
  let written: Promise<void> = Promise.resolve();
  const preview = new CorrectionPreview();
  for await (const { size, previewed } of previewSlices(log, reevaluation, reservations.slices(), at)) {
    signal.throwIfAborted();
    preview.add(previewed);
    await written;
    written = addRows(
      owner,
      schema,
      previewed.map(({ row }) => row),
    );
    // The next await throws a failure.
    written.catch(() => undefined);
    progress.add(size);
  }
  await written;
  signal.throwIfAborted();
  const totals = await sumUp(owner, schema);
  await progress.finish({ totals: { ...totals, digest: preview.digest() }, position: head ?? null, asOf: at });
}
