import { DomainError, type FieldError } from '@fynbos/domain/errors.ts';
import {
  type RecalculationDefinition,
  recalculationDefinition,
  recalculationTotals,
} from '@fynbos/domain/recalculation/events.ts';
import { migrate } from '@fynbos/platform/postgres.ts';
import type { Queues } from '@fynbos/platform/queue/queue.ts';
import { newRunId } from '@fynbos/platform/queue/run-id.ts';
import { inTransaction } from '@fynbos/projections/engine/transaction.ts';
import { promotionIds } from '@fynbos/projections/promotions/queries.ts';
import type pg from 'pg';
import { z } from 'zod';
import type { Application } from '../services.ts';

/** Whether a change of terms sets any term. */
const changesSomething = (change: object): boolean =>
  Object.entries(change).some(
    ([field, value]) => field !== 'promotionId' && field !== 'effectiveFrom' && value !== undefined,
  );

/** Rejects a definition without assumptions or with contradictory ones, with a message per field. */
function checkDefinition(definition: RecalculationDefinition, promotionIds: ReadonlySet<string>): void {
  const { from, to, policy, promotions: changes, reassess } = definition;
  const errors: FieldError[] = [];
  const reject = (field: string, message: string): void => void errors.push({ field, message });
  if (to < from) reject('to', 'The last day must not be before the first.');
  if (reassess === null) {
    if (policy === null && changes.length === 0) reject('policy', 'Change the terms of the policy or of a promotion.');
    if (policy !== null && !changesSomething(policy)) reject('policy', 'Choose the terms of the policy to change.');
  } else if (policy !== null || changes.length > 0) {
    reject('reassess', 'A promotion is simulated under its current terms, without further changes.');
  }
  changes.forEach((change, index) => {
    const field = `promotions.${index}`;
    if (!promotionIds.has(change.promotionId)) reject(`${field}.promotionId`, 'Promotion not found.');
    if (!changesSomething(change)) reject(field, 'Choose the terms of the promotion to change.');
    if (change.startDate && change.endDate && change.endDate < change.startDate)
      reject(`${field}.endDate`, 'End Date must not be before Start Date.');
  });
  if (reassess !== null && !promotionIds.has(reassess.promotionId)) reject('reassess', 'Promotion not found.');
  const [first] = errors;
  if (first) throw new DomainError('invalid', 'what-if.definition', first.message, errors);
}

/** Starts a simulation and returns its id. Throws `what-if.definition` and, with too many open ones, `what-if.many`. */
export async function startSimulation(
  { db, queues }: Pick<Application, 'db' | 'queues'>,
  definition: RecalculationDefinition,
  by: { readonly adminId: number; readonly at: Date },
): Promise<string> {
  checkDefinition(definition, new Set(await promotionIds(db)));
  const id = await addSimulation(db, queues, definition, by);
  if (id !== null) return id;
  throw new DomainError(
    'conflict',
    'what-if.many',
    'Too many simulations are running. Wait for one to finish, or cancel one.',
  );
}

/** A simulation. Throws `what-if.unknown`. */
export async function findSimulation(db: pg.Pool, id: string): Promise<SimulationRun> {
  const run = await simulationRun(db, id);
  if (!run) throw new DomainError('not-found', 'what-if.unknown', 'Simulation not found.');
  return run;
}

/** Stops a simulation. Throws `what-if.over` if it is not running. */
export async function stopSimulation(db: pg.Pool, id: string): Promise<void> {
  if (await cancelSimulation(db, id)) return;
  throw new DomainError('conflict', 'what-if.over', 'This simulation is not running.');
}

const MIGRATIONS = [
  {
    id: '0001-runs',
    sql: `
      create table runs (
        id text primary key,
        definition json not null,
        state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'cancelled', 'failed')),
        "askedBy" integer not null,
        "askedAt" timestamptz not null,
        "schema" text,
        position text,
        "asOf" timestamptz,
        done integer not null default 0,
        total integer,
        rate real not null default 0,
        "remainingMs" bigint,
        totals json,
        error text,
        attempts integer not null default 0,
        "cancelRequested" boolean not null default false,
        "updatedAt" timestamptz not null default now()
      );
      create index on runs ("askedAt");
      create table bookings (
        "recalculationId" text primary key,
        done integer not null default 0,
        total integer not null,
        "updatedAt" timestamptz not null default now()
      );
    `,
  },
];

/** Creates or upgrades the schema `what_if`: simulations with their progress, and the progress of bookings. */
export const migrateSimulations = (db: pg.Pool): Promise<readonly string[]> => migrate(db, 'what_if', MIGRATIONS);

export const SIMULATION_QUEUE = 'what-ifs';
export const KEPT_DAYS = 7;

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
const OPEN_AT_ONCE = 20;
const LOCK = `select pg_advisory_xact_lock(hashtextextended('what-ifs', 0))`;
const INSERT = `insert into what_if.runs (id, definition, "askedBy", "askedAt") select $1, $2, $3, $4
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
  const values = [id, JSON.stringify(definition), by.adminId, by.at, OPEN_AT_ONCE];
  const added = await inTransaction(db, async (client) => {
    await client.query(LOCK);
    return (await client.query(INSERT, values)).rowCount === 1 ? id : null;
  });
  if (added !== null) await hint(queues, id).catch(() => undefined);
  return added;
}

export async function hint(queues: Queues, id: string): Promise<void> {
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
