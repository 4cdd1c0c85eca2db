import { dayOf } from '@fynbos/domain/calendar.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { endOwner } from '@fynbos/platform/postgres.ts';
import { dropSchema } from '@fynbos/projections/engine/blue-green.ts';
import { isOutage } from '@fynbos/projections/engine/transaction.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import type pg from 'pg';
import { waitForReadModel } from '../wait-for-read-model.ts';
import { previewSlices, WouldBook } from './preview.ts';
import { WhatIfProgress } from './progress.ts';
import type { WhatIfRun } from './record.ts';
import { Reevaluation } from './reevaluate.ts';
import { reservationsOf } from './reservations.ts';
import { addLines, makeScratch, schemaOfWhatIf, sumUp } from './scratch.ts';

export interface WhatIfDeps {
  readonly log: EventLog;
  readonly db: pg.Pool;
  readonly now: () => Date;
}

/** Attempts after which one that ends its process each time is given up. */
export const ATTEMPTS = 3;

/** The lock by which others know that a what-if is being worked on. */
export const whatIfLock = (id: string): string => `what-if ${id}`;
export const TRY_LOCK = 'select pg_try_advisory_lock(hashtextextended($1, 731)) as "free"';

async function begin(owner: pg.PoolClient, id: string): Promise<WhatIfRun | null> {
  const { rows: lock } = await owner.query<{ free: boolean }>(TRY_LOCK, [whatIfLock(id)]);
  if (!lock[0]?.free) return null;
  const { rows } = await owner.query<WhatIfRun>(
    `update what_if.runs set state = 'running', attempts = attempts + 1, "schema" = $2, done = 0, "updatedAt" = now()
     where id = $1 and state in ('waiting', 'running') returning *`,
    [id, schemaOfWhatIf(id)],
  );
  return rows[0] ?? null;
}

/**
 * Decides a part of the history again into a scratch schema, from the beginning of that part; reads the books and changes
 * nothing in them. Does nothing where another process is at it or it is over. Cancelled within a second; a process that
 * ends leaves it to the next. What fails is recorded by the name of its error.
 */
export async function runWhatIf(deps: WhatIfDeps, id: string, ending: AbortSignal): Promise<void> {
  const { db } = deps;
  const owner = await db.connect();
  try {
    const run = await begin(owner, id);
    if (!run) return;
    const progress = new WhatIfProgress(db, id);
    const signal = AbortSignal.any([ending, progress.cancelled]);
    try {
      await recalculate(deps, owner, run, progress, signal);
    } catch (error) {
      const isCancelled = progress.cancelled.aborted;
      // The next process, or the same one later, begins it again.
      if (!isCancelled && (ending.aborted || isOutage(error))) throw error;
      await dropSchema(db, schemaOfWhatIf(id));
      const name = error instanceof Error ? error.name : 'Error';
      await db.query(
        `update what_if.runs set state = $2, error = $3, "schema" = null, "updatedAt" = now() where id = $1`,
        [id, isCancelled ? 'cancelled' : 'failed', isCancelled ? null : name],
      );
    } finally {
      progress.stop();
    }
  } finally {
    // Its lock ends with the session.
    await endOwner(owner);
  }
}

async function recalculate(
  deps: WhatIfDeps,
  owner: pg.PoolClient,
  { id, definition }: WhatIfRun,
  progress: WhatIfProgress,
  signal: AbortSignal,
): Promise<void> {
  const { log, db, now } = deps;
  const at = now();
  const schema = schemaOfWhatIf(id);
  await makeScratch(owner, schema);
  const head = await log.store.head();
  if (head !== undefined)
    for (const readModel of [incentives.name, promotions.name]) await waitForReadModel(db, readModel, head, signal);
  const again = await Reevaluation.open(log, db, definition);
  const reservations = await reservationsOf(db, definition);
  progress.expect(reservations.total);
  const today = dayOf(at);
  let written: Promise<void> = Promise.resolve();
  const wouldBook = new WouldBook();
  for await (const { size, previewed } of previewSlices(log, again, reservations.slices(), today)) {
    signal.throwIfAborted();
    wouldBook.add(previewed);
    await written;
    written = addLines(
      owner,
      schema,
      previewed.map(({ line }) => line),
    );
    // Thrown where it is waited for.
    written.catch(() => undefined);
    progress.add(size);
  }
  await written;
  signal.throwIfAborted();
  const totals = await sumUp(owner, schema);
  await progress.finish({ totals: { ...totals, digest: wouldBook.digest() }, position: head ?? null, asOf: at });
}
