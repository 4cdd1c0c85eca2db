import { dayOf } from '@fynbos/domain/calendar.ts';
import { endOwner } from '@fynbos/platform/postgres.ts';
import { dropSchema } from '@fynbos/projections/engine/rebuild/blue-green.ts';
import { isOutage } from '@fynbos/projections/engine/transaction.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import type pg from 'pg';
import type { Essentials } from '../services.ts';
import { waitForReadModel } from '../wait-for-read-model.ts';
import { CorrectionPreview, previewSlices } from './preview.ts';
import { SimulationProgress } from './progress.ts';
import type { SimulationRun } from './record.ts';
import { Reevaluation } from './reevaluate.ts';
import { reservationsOf } from './reservations.ts';
import { addRows, makeScratch, schemaOfSimulation, sumUp } from './scratch.ts';

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
  const head = await log.store.head();
  if (head !== undefined)
    for (const readModel of [incentives.name, promotions.name]) await waitForReadModel(db, readModel, head, signal);
  const again = await Reevaluation.open(log, db, definition);
  const reservations = await reservationsOf(db, definition);
  progress.expect(reservations.total);
  const today = dayOf(at);
  let written: Promise<void> = Promise.resolve();
  const preview = new CorrectionPreview();
  for await (const { size, previewed } of previewSlices(log, again, reservations.slices(), today)) {
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
