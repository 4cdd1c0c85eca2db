import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { endOwner } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';

const POLL_MS = 250;

/**
 * Runs work that only one process at a time may do. Waits until no process holds the lease `name`; `signal` also ends
 * the waiting. The work's signal aborts when the lease may be lost. If the session is cut while its process hangs,
 * another process gets the lock, so the writes of the work need fencing too. Throws `StoreUnavailable` when the lock
 * was lost or the signal aborted, so that the work is retried.
 */
export async function withLease<T>(
  db: pg.Pool,
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const session = await db.connect();
  const lost = new AbortController();
  const end = () => lost.abort(new StoreUnavailable(`the connection that holds the lease ${name} was lost`));
  session.once('end', end);
  try {
    while (!(await isFree(session, name))) {
      if (signal.aborted) throw new StoreUnavailable('the process ends');
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    session.off('end', end);
    // The lock ends with the session.
    await endOwner(session);
  }
}

async function isFree(session: pg.PoolClient, name: string): Promise<boolean> {
  const { rows } = await session.query<{ free: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as "free"',
    [name],
  );
  return rows[0]?.free === true;
}
