import {
  type RecalculationDefinition,
  recalculationDefinition,
  recalculationTotals,
} from '@fynbos/domain/recalculation/events.ts';
import type { Queues } from '@fynbos/platform/queue/queue.ts';
import { newRunId } from '@fynbos/platform/queue/run-id.ts';
import { inTransaction } from '@fynbos/projections/engine/transaction.ts';
import type pg from 'pg';
import { z } from 'zod';

export const SIMULATION_QUEUE = 'what-ifs';
export const RETENTION_DAYS = 7;

/** Sums of all reservations: as recorded, as simulated, and the corrections between them. Cents. */
const simulationTotals = recalculationTotals.extend({
  assumedGrossCents: z.int(),
  assumedPayeCents: z.int(),
  assumedNettCents: z.int(),
  /** The correction, and its numbers of reservations and agents. */
  correction: recalculationTotals,
  /** Of every row of the correction; results of releases without digests have none. */
  digest: z.string().optional(),
});
export type SimulationTotals = z.output<typeof simulationTotals>;

/** A simulation as the dashboard shows it. */
export const simulationRunRow = z.object({
  id: z.string(),
  definition: recalculationDefinition,
  state: z.enum(['waiting', 'running', 'done', 'cancelled', 'failed']),
  askedBy: z.int(),
  askedAt: z.date(),
  /** The schema of the result; null before it exists and after it was dropped. */
  schema: z.string().nullable(),
  /** The position in the log, and the moment, of the simulated state. */
  position: z.string().nullable(),
  asOf: z.date().nullable(),
  done: z.int(),
  total: z.int().nullable(),
  /** Reservations a second. */
  rate: z.number(),
  remainingMs: z.number().nullable(),
  totals: simulationTotals.nullable(),
  error: z.string().nullable(),
  updatedAt: z.date(),
});
export type SimulationRun = Readonly<z.output<typeof simulationRunRow>>;

const COLUMNS = `id, definition, state, "askedBy", "askedAt", "schema", position, "asOf", done, total, rate, "remainingMs",
  totals, error, "updatedAt"`;

/** A page of the simulations, newest first, and the number of all. */
export async function simulationRuns(
  db: pg.Pool,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: readonly SimulationRun[]; readonly total: number }> {
  const page = `select ${COLUMNS} from what_if.runs order by "askedAt" desc, id offset $1 limit $2`;
  const { rows } = await db.query<SimulationRun>(page, [offset, limit]);
  const counted = await db.query<{ total: number }>('select count(*)::int as total from what_if.runs');
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function simulationRun(db: pg.Pool, id: string): Promise<SimulationRun | null> {
  return (await db.query<SimulationRun>(`select ${COLUMNS} from what_if.runs where id = $1`, [id])).rows[0] ?? null;
}

/** Simulations that may wait or run at once. */
const MAX_OPEN_SIMULATIONS = 20;
const LOCK_SQL = `select pg_advisory_xact_lock(hashtextextended('what-ifs', 0))`;
const INSERT_SQL = `insert into what_if.runs (id, definition, "askedBy", "askedAt") select $1, $2, $3, $4
  where (select count(*) from what_if.runs where state in ('waiting', 'running')) < $5`;

/**
 * Returns its id, or null if too many are open. The workers' cleanup finds it if the queue is down. A lock serialises
 * concurrent calls.
 */
export async function addSimulation(
  db: pg.Pool,
  queues: Queues,
  definition: RecalculationDefinition,
  by: { readonly adminId: number; readonly at: Date },
): Promise<string | null> {
  const id = newRunId();
  const values = [id, JSON.stringify(definition), by.adminId, by.at, MAX_OPEN_SIMULATIONS];
  const added = await inTransaction(db, async (client) => {
    await client.query(LOCK_SQL);
    return (await client.query(INSERT_SQL, values)).rowCount === 1 ? id : null;
  });
  if (added !== null) await enqueueSimulation(queues, id).catch(() => undefined);
  return added;
}

export async function enqueueSimulation(queues: Queues, id: string): Promise<void> {
  await queues
    .queue<{ id: string }>(SIMULATION_QUEUE)
    .add('run', { id }, { jobId: id, attempts: 1, removeOnComplete: true, removeOnFail: true });
}

/** Cancels a simulation in any process, within a second. Returns whether it was waiting or running. */
export async function cancelSimulation(db: pg.Pool, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update what_if.runs set "cancelRequested" = true, "updatedAt" = now(),
       state = case when state = 'waiting' then 'cancelled' else state end
     where id = $1 and state in ('waiting', 'running')`,
    [id],
  );
  return rowCount === 1;
}
