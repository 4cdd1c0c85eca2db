import { isUnavailable } from '@fynbos/platform/postgres.ts';
import { StoreUnavailable } from './port.ts';

/**
 * Runs a call that may be repeated safely (reads; appends, which know their ids), once more where its connection turned
 * out to be dead, as pooled ones do after a restart of the server. Throws `StoreUnavailable` where that fails too.
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
