import { isUnavailable } from '@fynbos/platform/postgres.ts';
import { StoreUnavailable } from '../port.ts';

/**
 * Runs a call that is safe to repeat (reads; appends, which identify their events), and repeats it once if its
 * connection was dead, as pooled connections are after a server restart. Throws `StoreUnavailable` if the repetition
 * fails too.
 */
export async function mapConnectionErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
  try {
    return await call();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    throw new StoreUnavailable('the event store cannot be reached', { cause: error });
  }
}
