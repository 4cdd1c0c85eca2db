import type { Logger } from '@fynbos/platform/logger.ts';
import { endOwner } from '@fynbos/platform/postgres.ts';
import type { Queues } from '@fynbos/platform/queue.ts';
import { dropSchema } from '@fynbos/projections/engine/blue-green.ts';
import type pg from 'pg';
import { hint, KEPT_DAYS, WHAT_IF_QUEUE } from './record.ts';
import { ATTEMPTS, runWhatIf, TRY_LOCK, type WhatIfDeps, whatIfLock } from './run.ts';

/** What-ifs that one process works on at once. */
const AT_ONCE = 2;
const TIDY_EVERY_MS = 15_000;

/**
 * Takes up again what a killed process or a lost job left, gives up what was begun too often, and takes away results that
 * are over a week old or belong to nothing; a restored backup names results that are in none. Safe while others work: those
 * hold a lock.
 */
export async function tidyWhatIfs(db: pg.Pool, queues: Queues): Promise<void> {
  const { rows: left } = await db.query<{ id: string; attempts: number }>(
    `select id, attempts from what_if.runs where state in ('waiting', 'running') and "updatedAt" < now() - interval '10 seconds'`,
  );
  for (const { id, attempts } of left) {
    if (await isWorkedOn(db, id)) continue;
    if (attempts < ATTEMPTS) await hint(queues, id);
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
    [KEPT_DAYS],
  );
  for (const { schema } of over) {
    if (await isWorkedOn(db, schema.slice('whatif_'.length))) continue;
    if (await dropSchema(db, schema))
      await db.query('update what_if.runs set "schema" = null where "schema" = $1', [schema]);
  }
  // One that waits or runs makes its schema when it begins.
  await db.query(
    `update what_if.runs set "schema" = null
     where "schema" is not null and state not in ('waiting', 'running') and to_regnamespace(quote_ident("schema")) is null`,
  );
}

async function isWorkedOn(db: pg.Pool, id: string): Promise<boolean> {
  const client = await db.connect();
  try {
    const { rows } = await client.query<{ free: boolean }>(TRY_LOCK, [whatIfLock(id)]);
    return rows[0]?.free !== true;
  } finally {
    // The lock, where it was free, ends with the session.
    await endOwner(client);
  }
}

/** Works on what-ifs in this process. As many processes as one likes may. */
export function startWhatIfs(deps: WhatIfDeps, queues: Queues, logger: Logger): { close(): Promise<void> } {
  const ending = new AbortController();
  const worker = queues.worker<{ id: string }>(
    WHAT_IF_QUEUE,
    async ({ data: { id } }) => {
      logger.info({ whatIf: id }, 'a part of the history is decided again');
      await runWhatIf(deps, id, ending.signal);
    },
    { concurrency: AT_ONCE },
  );
  let tidying: Promise<void> = Promise.resolve();
  const tidy = (): void => {
    tidying = tidyWhatIfs(deps.db, queues).catch((err) => logger.warn({ err }, 'tidying of what-ifs failed'));
  };
  tidy();
  const timer = setInterval(tidy, TIDY_EVERY_MS);
  return {
    async close() {
      clearInterval(timer);
      ending.abort();
      await Promise.all([worker.close(), tidying]);
    },
  };
}
