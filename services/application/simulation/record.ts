import type { RecalculationDefinition } from '@fynbos/domain/recalculation/definition.ts';
import type { RecalculationTotals } from '@fynbos/domain/recalculation/events.ts';
import type { Queues } from '@fynbos/platform/queue.ts';
import { newRunId } from '@fynbos/platform/run-id.ts';
import type pg from 'pg';

export const WHAT_IF_QUEUE = 'what-ifs';
/** Days for which a result is kept. */
export const KEPT_DAYS = 7;

/** Amounts of all reservations looked at: as they stand, under the assumed terms, and the entries between them. Cents. */
export interface WhatIfTotals {
  readonly reservations: number;
  readonly agents: number;
  readonly grossCents: number;
  readonly payeCents: number;
  readonly nettCents: number;
  readonly assumedGrossCents: number;
  readonly assumedPayeCents: number;
  readonly assumedNettCents: number;
  /** What a correction would book, and for how many. */
  readonly correction: RecalculationTotals;
  /** Of every line of that correction; results of older releases have none. */
  readonly digest?: string;
}

/** A what-if as the dashboard shows it. */
export interface WhatIfRun {
  readonly id: string;
  readonly definition: RecalculationDefinition;
  readonly state: 'waiting' | 'running' | 'done' | 'cancelled' | 'failed';
  readonly askedBy: number;
  readonly askedAt: Date;
  /** Where its result lies; null before there is one and when it was cleaned up. */
  readonly schema: string | null;
  /** The place in the log, and the moment, that it looks at the books from. */
  readonly position: string | null;
  readonly asOf: Date | null;
  readonly done: number;
  readonly total: number | null;
  /** Reservations a second. */
  readonly rate: number;
  readonly remainingMs: number | null;
  readonly totals: WhatIfTotals | null;
  readonly error: string | null;
  readonly updatedAt: Date;
}

const COLUMNS = `id, definition, state, "askedBy", "askedAt", "schema", position, "asOf", done, total, rate, "remainingMs",
  totals, error, "updatedAt"`;

/** The latest, newest first. */
export async function whatIfRuns(db: pg.Pool, limit = 50): Promise<readonly WhatIfRun[]> {
  return (
    await db.query<WhatIfRun>(`select ${COLUMNS} from what_if.runs order by "askedAt" desc, id limit $1`, [limit])
  ).rows;
}

/** One, or null. */
export async function whatIfRun(db: pg.Pool, id: string): Promise<WhatIfRun | null> {
  return (await db.query<WhatIfRun>(`select ${COLUMNS} from what_if.runs where id = $1`, [id])).rows[0] ?? null;
}

/** Records that somebody asks what if, and tells the reactors. Gives its id. A queue that is away is made up for by their tidying. */
export async function askWhatIf(
  db: pg.Pool,
  queues: Queues,
  definition: RecalculationDefinition,
  by: { readonly adminId: number; readonly at: Date },
): Promise<string> {
  const id = newRunId();
  await db.query('insert into what_if.runs (id, definition, "askedBy", "askedAt") values ($1, $2, $3, $4)', [
    id,
    JSON.stringify(definition),
    by.adminId,
    by.at,
  ]);
  await hint(queues, id).catch(() => undefined);
  return id;
}

/** Tells the reactors that a what-if may be worked on. */
export async function hint(queues: Queues, id: string): Promise<void> {
  await queues
    .queue<{ id: string }>(WHAT_IF_QUEUE)
    .add('run', { id }, { jobId: id, attempts: 1, removeOnComplete: true, removeOnFail: true });
}

/** Asks one to stop, whichever process it runs in; it does within a second. Gives whether there was something to stop. */
export async function cancelWhatIf(db: pg.Pool, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update what_if.runs set "cancelRequested" = true, "updatedAt" = now(),
       state = case when state = 'waiting' then 'cancelled' else state end
     where id = $1 and state in ('waiting', 'running')`,
    [id],
  );
  return rowCount === 1;
}
