import { actorOf, type Caller } from '@fynbos/application/caller.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import type { Response } from 'express';
import type { Pool } from 'pg';
import { ConcurrencyLimit } from './concurrency-limit.ts';

const MAX_EXPORTS = 4;
const MAX_PER_PERSON = 2;
/** Maximum number of concurrent reports of the past. Each rebuilds a read model inside this process. */
const MAX_PAST_REPORTS = 2;
const WAIT_MS = 5_000;
/** A reader that accepts no page for this long is stalled. A slow one accepts one within seconds. */
const STALLED_MS = 15 * 60_000;

const nameOf = (caller: Caller): string => Object.values(actorOf(caller)).join(' ');

/**
 * Runs exports and reports of the past in separate database sessions, a few per person, so that a slow reader delays no
 * sign-in (docs/decisions/0028).
 */
export class Exports {
  private readonly streams = new ConcurrencyLimit({ max: MAX_EXPORTS, maxPerPerson: MAX_PER_PERSON, waitMs: WAIT_MS });
  private readonly pastReports = new ConcurrencyLimit({
    max: MAX_PAST_REPORTS,
    maxPerPerson: MAX_PAST_REPORTS,
    waitMs: WAIT_MS,
  });

  constructor(private readonly db: Pool) {}

  /** Streams an answer from a dedicated session. Throws 429 or 503 before it writes anything. */
  stream<Result>(caller: Caller, send: (db: Pool) => Promise<Result>): Promise<Result> {
    return this.streams.run(nameOf(caller), () => send(this.db));
  }

  /** Folds a report of the past. The signal stops it when the reader disconnects. Throws as `stream`. */
  past<Result>(
    { caller, response }: { readonly caller: Caller; readonly response: Response },
    fold: (gone: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const gone = new AbortController();
    if (response.destroyed) gone.abort();
    response.once('close', () => gone.abort());
    return this.pastReports.run(nameOf(caller), () => fold(gone.signal));
  }

  close(): Promise<void> {
    return this.db.end();
  }
}

/** Opens the export sessions on demand. */
export const openExports = (databaseUrl: string, onIdleError: (error: Error) => void): Exports =>
  new Exports(
    createPool(databaseUrl, {
      applicationName: 'api-exports',
      max: MAX_EXPORTS,
      idleInTransactionMs: STALLED_MS,
      onIdleError,
    }),
  );
