import type { Logger } from '@fynbos/platform/logger.ts';
import { endOwner } from '@fynbos/platform/postgres.ts';
import { queueWorker } from '@fynbos/platform/queue/outbox.ts';
import type { Queues, QueueWorker } from '@fynbos/platform/queue/queue.ts';
import { dropSchema } from '@fynbos/projections/engine/rebuild/blue-green.ts';
import { tryLock } from '@fynbos/projections/engine/transaction.ts';
import type pg from 'pg';
import type { Essentials } from '../services.ts';
import { MAX_ATTEMPTS, runSimulation, simulationLock } from './run-simulation.ts';
import { enqueueSimulation, RETENTION_DAYS, SIMULATION_QUEUE } from './simulation-store.ts';

/** Simulations that one process runs at once. */
const MAX_CONCURRENT_SIMULATIONS = 2;
const TIDY_EVERY_MS = 15_000;

/**
 * Resumes those of killed processes and lost jobs, fails those with too many attempts, drops results that are expired
 * or without a record. After a restore it clears names of missing results. Safe at any time: running simulations hold a
 * lock.
 */
export async function tidySimulations(db: pg.Pool, queues: Queues): Promise<void> {
  const { rows: left } = await db.query<{ id: string; attempts: number }>(
    `select id, attempts from what_if.runs where state in ('waiting', 'running') and "updatedAt" < now() - interval '10 seconds'`,
  );
  for (const { id, attempts } of left) {
    if (await isRunning(db, id)) continue;
    if (attempts < MAX_ATTEMPTS) await enqueueSimulation(queues, id);
    else
      await db.query(
        `update what_if.runs set state = 'failed', error = 'Abandoned', "updatedAt" = now() where id = $1 and state in ('waiting', 'running')`,
        [id],
      );
  }
  const { rows: over } = await db.query<{ schema: string }>(
    `select nspname as "schema" from pg_namespace where nspname like 'whatif\\_%' and not exists (
       select from what_if.runs where "schema" = nspname
         and (state in ('waiting', 'running') or (state = 'done' and "updatedAt" > now() - make_interval(days => $1))))`,
    [RETENTION_DAYS],
  );
  for (const { schema } of over) {
    if (await isRunning(db, schema.slice('whatif_'.length))) continue;
    if (await dropSchema(db, schema))
      await db.query('update what_if.runs set "schema" = null where "schema" = $1', [schema]);
  }
  // A waiting or running simulation creates its schema when it starts.
  await db.query(
    `update what_if.runs set "schema" = null
     where "schema" is not null and state not in ('waiting', 'running') and to_regnamespace(quote_ident("schema")) is null`,
  );
}

async function isRunning(db: pg.Pool, id: string): Promise<boolean> {
  const client = await db.connect();
  try {
    return !(await tryLock(client, simulationLock(id)));
  } finally {
    // If the lock was free, it ends with the session.
    await endOwner(client);
  }
}

export const startSimulations = (services: Essentials, queues: Queues, logger: Logger): QueueWorker =>
  queueWorker(
    { queues, logger },
    {
      queue: SIMULATION_QUEUE,
      concurrency: MAX_CONCURRENT_SIMULATIONS,
      everyMs: TIDY_EVERY_MS,
      run: async (id, signal) => {
        logger.info({ simulation: id }, 'running a simulation');
        await runSimulation(services, id, signal);
      },
      sweep: () => tidySimulations(services.db, queues),
    },
  );
