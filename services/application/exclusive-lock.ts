import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { pause } from '@fynbos/platform/pause.ts';
import { endOwner } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';

const POLL_MS = 250;

/**
 * Waits until no process holds the lock `name`, or until `signal` aborts. The work's signal aborts when the lock may be
 * lost; a hanging process may not notice, so its writes need fencing too. Throws `StoreUnavailable` when the lock was
 * lost or the signal aborted.
 */
export async function withExclusiveLock<T>(
  db: pg.Pool,
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const session = await db.connect();
  const lost = new AbortController();
  const end = () => lost.abort(new StoreUnavailable(`the connection that holds the lock ${name} was lost`));
  session.once('end', end);
  try {
    while (!(await isFree(session, name))) {
      if (signal.aborted) throw new StoreUnavailable('the process ends');
      await pause(POLL_MS, signal);
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
