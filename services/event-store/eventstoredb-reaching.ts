import { ErrorType, type EventStoreDBClient, isCommandError } from '@eventstore/db-client';
import { StoreUnavailable } from './port.ts';

const REFUSALS: ReadonlySet<ErrorType> = new Set([
  ErrorType.WRONG_EXPECTED_VERSION,
  ErrorType.STREAM_NOT_FOUND,
  ErrorType.STREAM_DELETED,
  ErrorType.ACCESS_DENIED,
  ErrorType.INVALID_ARGUMENT,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.UNSUPPORTED,
]);

/** The type of the client's error, or null where it is another's. */
export const typeOf = (error: unknown): ErrorType | null =>
  error instanceof Error && isCommandError(error) ? error.type : null;

/** Whether the server refused the call, or the call itself was wrong, rather than not being reached. */
const isRefusal = (error: unknown): boolean => {
  const type = typeOf(error);
  return type === null ? error instanceof RangeError || error instanceof TypeError : REFUSALS.has(type);
};

/**
 * Runs a call that may be repeated safely, once more where the server was not reached, since the client finds a new
 * connection only after one has failed. Throws `StoreUnavailable` where that fails too.
 */
export async function reaching<T>(
  client: EventStoreDBClient,
  call: (client: EventStoreDBClient) => Promise<T>,
): Promise<T> {
  try {
    return await call(client);
  } catch (error) {
    if (isRefusal(error)) throw error;
  }
  try {
    return await call(client);
  } catch (error) {
    if (isRefusal(error)) throw error;
    throw new StoreUnavailable('the event store cannot be reached', { cause: error });
  }
}
