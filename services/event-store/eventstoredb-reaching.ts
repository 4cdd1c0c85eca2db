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

/** As `work`, or `StoreUnavailable` where that takes longer: the client sets no limit to reads, nor to appends on a connection that hangs. */
async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable('the event store does not answer')), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs a call that may be repeated safely, once more where the server was not reached, since the client finds a new
 * connection only after one has failed. Throws `StoreUnavailable` where that fails too, or no answer comes in `limitMs`.
 */
export async function reaching<T>(
  client: EventStoreDBClient,
  limitMs: number,
  call: (client: EventStoreDBClient) => Promise<T>,
): Promise<T> {
  try {
    return await within(limitMs, call(client));
  } catch (error) {
    if (isRefusal(error) || error instanceof StoreUnavailable) throw error;
  }
  try {
    return await within(limitMs, call(client));
  } catch (error) {
    if (isRefusal(error) || error instanceof StoreUnavailable) throw error;
    throw new StoreUnavailable('the event store cannot be reached', { cause: error });
  }
}
