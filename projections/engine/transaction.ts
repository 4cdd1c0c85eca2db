import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { isUnavailable } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';

/** Runs `work` in a transaction and commits it. Rolls back and throws what `work` throws. */
export async function inTransaction<Result>(
  db: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await db.connect();
  let broken = false;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Takes an advisory lock for the session of `client`. Returns whether it was free. */
export async function tryLock(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 731)) as "free"', [name]);
  return rows[0].free;
}

/** Whether the error is of class 22 (data) or 23 (constraint): Postgres would reject the same row again. */
export const isDataError = (error: unknown): boolean =>
  /^2[23]/.test(String((error as { code?: unknown } | null)?.code ?? ''));

/** Unavailable, or rolled back because of another transaction (class 40: a deadlock): a retry may succeed. */
export const isOutage = (failure: unknown): boolean =>
  failure instanceof StoreUnavailable ||
  isUnavailable(failure) ||
  /^40/.test(String((failure as { code?: unknown } | null)?.code ?? ''));
