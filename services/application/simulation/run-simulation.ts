import { endOwner } from '@fynbos/platform/postgres.ts';
import { Progress, type ProgressFigures } from '@fynbos/projections/engine/progress.ts';
import { dropSchema } from '@fynbos/projections/engine/rebuild/blue-green.ts';
import { isOutage, tryLock } from '@fynbos/projections/engine/transaction.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import type pg from 'pg';
import type { Essentials } from '../services.ts';
import { waitForHead } from '../wait-for-read-models.ts';
import { CorrectionPreview, previewSlices, reservationsOf } from './preview.ts';
import { Reevaluation } from './reevaluate.ts';
import { addRows, makeScratch, schemaOfSimulation, sumUp } from './scratch.ts';
import type { SimulationRun } from './simulation-store.ts';

/** Attempts after which a simulation that ends its process each time fails. */
export const MAX_ATTEMPTS = 3;

export const simulationLock = (id: string): string => `what-if ${id}`;

async function begin(owner: pg.PoolClient, id: string): Promise<SimulationRun | null> {
  if (!(await tryLock(owner, simulationLock(id)))) return null;
  const { rows } = await owner.query<SimulationRun>(
    `update what_if.runs set state = 'running', attempts = attempts + 1, "schema" = $2, done = 0, "updatedAt" = now()
     where id = $1 and state in ('waiting', 'running') returning *`,
    [id, schemaOfSimulation(id)],
  );
  return rows[0] ?? null;
}

/**
 * Into its scratch schema only. Does nothing if another process runs it or it has ended. A cancellation takes effect
 * within a second; after a stop the next process starts again. A failure is recorded by its error's name.
 */
export async function runSimulation(services: Essentials, id: string, ending: AbortSignal): Promise<void> {
  const { db } = services;
  const owner = await db.connect();
  try {
    const run = await begin(owner, id);
    if (!run) return;
    const cancelled = new AbortController();
    const progress = new Progress({
      write: (figures) => writeProgress(db, id, figures),
      cancel: () => cancelled.abort(),
    });
    const signal = AbortSignal.any([ending, cancelled.signal]);
    try {
      await simulate(services, owner, run, progress, signal);
    } catch (error) {
      const isCancelled = cancelled.signal.aborted;
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
  services: Essentials,
  owner: pg.PoolClient,
  { id, definition }: SimulationRun,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const { log, db, now } = services;
  const at = now();
  const schema = schemaOfSimulation(id);
  await makeScratch(owner, schema);
  const head = await waitForHead(services, [incentives.name, promotions.name], signal);
  const reevaluation = await Reevaluation.open(log, db, definition);
  const reservations = await reservationsOf(db, definition);
  progress.expect(reservations.total);
  let written: Promise<void> = Promise.resolve();
  let done = 0;
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
    done += size;
    progress.report(done);
  }
  await written;
  signal.throwIfAborted();
  const totals = await sumUp(owner, schema);
  await progress.stop();
  await db.query(
    `update what_if.runs set state = 'done', totals = $2, position = $3, "asOf" = $4, done = $5, rate = $6, "remainingMs" = 0,
       "updatedAt" = now() where id = $1`,
    [id, JSON.stringify({ ...totals, digest: preview.digest() }), head ?? null, at, done, progress.figures().rate],
  );
}

/** Writes the progress of a simulation. Returns whether its cancellation was requested. */
async function writeProgress(db: pg.Pool, id: string, progress: ProgressFigures): Promise<boolean> {
  const { done, total, rate, remainingMs } = progress;
  const { rows } = await db.query<{ cancelRequested: boolean }>(
    `update what_if.runs set done = $2, total = $3, rate = $4, "remainingMs" = $5, "updatedAt" = now()
     where id = $1 returning "cancelRequested"`,
    [id, done, total, rate, remainingMs],
  );
  return rows[0]?.cancelRequested ?? false;
}
