import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { isUnavailable } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';

/** Commits what `work` gives unless it is null, which rolls back. */
export async function inTransaction<Result>(
  db: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result | null>,
): Promise<Result | null> {
  const client = await db.connect();
  let broken = false;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query(result === null ? 'rollback' : 'commit');
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

/** Classes 22 (data) and 23 (constraint): the same row would be refused again. */
export const isDataError = (error: unknown): boolean =>
  /^2[23]/.test(String((error as { code?: unknown } | null)?.code ?? ''));

/** Whether Postgres or the event store was unavailable, so that a retry may succeed. */
export const isOutage = (failure: unknown): boolean => failure instanceof StoreUnavailable || isUnavailable(failure);
