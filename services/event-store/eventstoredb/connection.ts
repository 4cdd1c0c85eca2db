import { ErrorType, isCommandError } from '@eventstore/db-client';
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js';
import { StoreUnavailable, WrongExpectedRevision } from '../port.ts';

const REFUSALS: ReadonlySet<ErrorType> = new Set([
  ErrorType.WRONG_EXPECTED_VERSION,
  ErrorType.STREAM_NOT_FOUND,
  ErrorType.STREAM_DELETED,
  ErrorType.INVALID_ARGUMENT,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.UNSUPPORTED,
]);

/** gRPC's code for "not signed in". The client has no error type for it. */
const UNAUTHENTICATED = 16;

/** The store denies access to this process. Only another `EVENTSTORE_URL` or another account helps. */
export class StoreAccessDenied extends StoreUnavailable {
  override readonly name = 'StoreAccessDenied';
}

/** Whether the server does not know the account, or the account lacks permission. */
const isDenied = (error: unknown): boolean =>
  typeOf(error) === ErrorType.ACCESS_DENIED || (error as { code?: unknown } | null)?.code === UNAUTHENTICATED;

/** The type of the client's error, or null if the error is not the client's. */
export const typeOf = (error: unknown): ErrorType | null =>
  error instanceof Error && isCommandError(error) ? error.type : null;

/** Whether the server rejected the call or the call was invalid, as opposed to the server being unreachable. */
const isRefusal = (error: unknown): boolean => {
  const type = typeOf(error);
  if (type !== null) return REFUSALS.has(type);
  return error instanceof RangeError || error instanceof TypeError || error instanceof WrongExpectedRevision;
};

/** Controls how long a call waits. */
export interface CallDeadline {
  /** Part of the answer arrived: restarts the timeout. */
  extend(): void;
  /** Aborted when no caller waits any more. Later parts of the answer would only delay other answers. */
  readonly expired: AbortSignal;
}

/** Throws `StoreUnavailable` after `limitMs` of silence, for which the client has no timeout. */
async function withDeadline<T>(limitMs: number, work: (deadline: CallDeadline) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new StoreUnavailable('the event store does not answer'));
      ending.abort();
    }, limitMs);
  });
  try {
    return await Promise.race([work({ extend: () => timer?.refresh(), expired: ending.signal }), silence]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * For calls that are safe to repeat: tries once more if the server was not reached, because the client finds a new
 * connection only after a failure. Throws `StoreUnavailable` if that fails too.
 */
export async function retryOnce<T>(limitMs: number, call: (deadline: CallDeadline) => Promise<T>): Promise<T> {
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      return await withDeadline(limitMs, call);
    } catch (error) {
      if (isRefusal(error) || error instanceof StoreUnavailable) throw error;
      if (isDenied(error))
        throw new StoreAccessDenied('the event store denied access to this process', { cause: error });
      if (isRepeated) throw new StoreUnavailable('the event store cannot be reached', { cause: error });
    }
  }
}

/** Yields the events of a read one by one. Cancels the read at the server once it is aborted. */
export async function* eventsOf<Event>(
  read: AsyncIterable<Event> & { cancel(): unknown },
  { extend, expired }: CallDeadline,
): AsyncGenerator<Event> {
  const cancel = (): void => void Promise.resolve(read.cancel()).catch(() => undefined);
  if (expired.aborted) cancel();
  expired.addEventListener('abort', cancel, { once: true });
  try {
    for await (const event of read) {
      extend();
      yield event;
    }
  } catch (error) {
    throw convertToCommandError(error as Error) ?? error;
  }
}
