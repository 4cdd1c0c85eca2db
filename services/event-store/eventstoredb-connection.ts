import { ErrorType, isCommandError } from '@eventstore/db-client';
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js';
import { StoreUnavailable, WrongExpectedRevision } from './port.ts';

const REFUSALS: ReadonlySet<ErrorType> = new Set([
  ErrorType.WRONG_EXPECTED_VERSION,
  ErrorType.STREAM_NOT_FOUND,
  ErrorType.STREAM_DELETED,
  ErrorType.INVALID_ARGUMENT,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.UNSUPPORTED,
]);

/** gRPC's code for "not signed in", which the client has no type for. */
const UNAUTHENTICATED = 16;

/** The store does not let this process in. Nothing but another `EVENTSTORE_URL` or another account helps. */
export class StoreAccessDenied extends StoreUnavailable {
  override readonly name = 'StoreAccessDenied';
}

/** Whether the server does not know the account, or the account may not do this. */
const isDenied = (error: unknown): boolean =>
  typeOf(error) === ErrorType.ACCESS_DENIED || (error as { code?: unknown } | null)?.code === UNAUTHENTICATED;

/** The type of the client's error, or null where it is another's. */
export const typeOf = (error: unknown): ErrorType | null =>
  error instanceof Error && isCommandError(error) ? error.type : null;

/** Whether the server refused the call, or the call itself was wrong, rather than not being reached. */
const isRefusal = (error: unknown): boolean => {
  const type = typeOf(error);
  if (type !== null) return REFUSALS.has(type);
  return error instanceof RangeError || error instanceof TypeError || error instanceof WrongExpectedRevision;
};

/** How long a call is waited for. */
export interface Patience {
  /** A part of the answer came: the waiting begins anew. */
  heard(): void;
  /** Aborted once nobody waits any more: what still comes would only be in the way of others' answers. */
  readonly givenUp: AbortSignal;
}

/** As `work`, or `StoreUnavailable` after a silence of that length: the client sets no limit to reads, nor to appends on a connection that hangs. */
async function within<T>(limitMs: number, work: (patience: Patience) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new StoreUnavailable('the event store does not answer'));
      ending.abort();
    }, limitMs);
  });
  try {
    return await Promise.race([work({ heard: () => timer?.refresh(), givenUp: ending.signal }), silence]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs a call that may be repeated safely, once more where the server was not reached, since the client finds a new
 * connection only after one has failed. Throws `StoreUnavailable` where that fails too, or nothing is heard for `limitMs`.
 */
export async function mapConnectionErrors<T>(limitMs: number, call: (patience: Patience) => Promise<T>): Promise<T> {
  const denied = 'the event store does not let this process in';
  try {
    return await within(limitMs, call);
  } catch (error) {
    if (isRefusal(error) || error instanceof StoreUnavailable) throw error;
    if (isDenied(error)) throw new StoreAccessDenied(denied, { cause: error });
  }
  try {
    return await within(limitMs, call);
  } catch (error) {
    if (isRefusal(error) || error instanceof StoreUnavailable) throw error;
    if (isDenied(error)) throw new StoreAccessDenied(denied, { cause: error });
    throw new StoreUnavailable('the event store cannot be reached', { cause: error });
  }
}

/** What a read brings, event by event; cancelled at the server once it is given up. */
export async function* patiently<Event>(
  read: AsyncIterable<Event> & { cancel(): unknown },
  { heard, givenUp }: Patience,
): AsyncGenerator<Event> {
  const cancel = (): void => void Promise.resolve(read.cancel()).catch(() => undefined);
  if (givenUp.aborted) cancel();
  givenUp.addEventListener('abort', cancel, { once: true });
  try {
    for await (const event of read) {
      heard();
      yield event;
    }
  } catch (error) {
    throw convertToCommandError(error as Error) ?? error;
  }
}
