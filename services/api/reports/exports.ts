import { actorOf, type Caller } from '@fynbos/application/caller.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import type { Pool } from 'pg';
import { Turns } from './turns.ts';

const SESSIONS = 4;
const MOST_EACH = 2;
/** Each builds a read model anew inside this process. */
const PAST_AT_ONCE = 2;
const WAIT_MS = 5_000;
/** Who takes no page of an answer in that time takes no more; a slow reader takes one in seconds. */
const STALLED_MS = 15 * 60_000;

const nameOf = (caller: Caller): string => Object.values(actorOf(caller)).join(' ');

/**
 * Answers that leave row by row at the pace of who reads them, and those folded from the log. They have sessions of
 * their own, so that nobody's sign-in waits for a slow reader, and each person has few of them (docs/decisions/0028).
 */
export class Exports {
  private readonly streams = new Turns({ most: SESSIONS, mostEach: MOST_EACH, waitMs: WAIT_MS });
  private readonly replays = new Turns({ most: PAST_AT_ONCE, mostEach: PAST_AT_ONCE, waitMs: WAIT_MS });

  constructor(private readonly pool: Pool) {}

  /** Streams an answer from a session that is kept for that. Throws 429 or 503 before anything is written. */
  stream<Result>(caller: Caller, send: (pool: Pool) => Promise<Result>): Promise<Result> {
    return this.streams.run(nameOf(caller), () => send(this.pool));
  }

  /** Folds a report of the past; the same refusals. */
  past<Result>(caller: Caller, fold: () => Promise<Result>): Promise<Result> {
    return this.replays.run(nameOf(caller), fold);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

/** Opens the sessions for exports as they are needed. */
export const openExports = (databaseUrl: string, onIdleError: (error: Error) => void): Exports =>
  new Exports(
    createPool(databaseUrl, {
      ...{ applicationName: 'api-exports', max: SESSIONS, idleInTransactionMs: STALLED_MS },
      onIdleError,
    }),
  );
