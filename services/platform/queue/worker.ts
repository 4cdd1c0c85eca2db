import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import type { Logger } from '../logger.ts';
import { safeError } from '../safe-error.ts';
import { logRepeatedErrors, type QueueBackend } from './backend.ts';

/** Does the work of one job. `signal` is aborted when the worker was asked to stop and its time is up. */
export type JobHandler<Data> = (job: Job<Data>, signal: AbortSignal | undefined) => Promise<unknown>;

export interface QueueWorker {
  /** Accepts no more jobs and waits at most ten seconds for the running ones. Other workers take over the rest. */
  close(): Promise<void>;
}

/**
 * A lock lasts 4 s and is renewed every 2 s. Workers check for dead ones every 1.5 s and act on the second check: a
 * takeover takes at most 7 s. A fold that blocks for 4 s runs twice, which checkpoints make harmless.
 */
const TIMES_MS = { lockDuration: 4_000, stalledInterval: 1_500, runRetryDelay: 1_000 };
const CLOSE_LIMIT_MS = 10_000;

/** BullMQ would fail for ever with one that could not start, as during an outage, so it is replaced. */
export function startWorker<Data>(
  backend: QueueBackend,
  name: string,
  handler: JobHandler<Data>,
  options: { concurrency: number; logger: Logger },
): QueueWorker {
  let closing: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let running = 0;
  const counted = async (job: Job<Data>, signal: AbortSignal | undefined): Promise<unknown> => {
    running += 1;
    try {
      return await handler(job, signal);
    } catch (error) {
      throw withoutValues(error);
    } finally {
      running -= 1;
    }
  };
  let current: Worker;
  const begin = (): void => {
    const worker = makeWorker(backend, name, counted, options);
    current = worker;
    worker.waitUntilReady().catch(() => {
      void worker.close(true).catch(() => undefined);
      if (!closing) retry = setTimeout(begin, 1_000);
    });
  };
  begin();
  const end = async (): Promise<void> => {
    clearTimeout(retry);
    // BullMQ's own close waits without limit. A pause continues to renew the locks of the running jobs.
    await current.pause(true);
    for (const limit = performance.now() + CLOSE_LIMIT_MS; running > 0 && performance.now() < limit; ) await sleep(20);
    if (running > 0) current.cancelAllJobs('the worker ends');
    await Promise.race([current.close(running > 0).catch(() => undefined), sleep(3_000, undefined, { ref: false })]);
  };
  return {
    close() {
      closing ??= end();
      return closing;
    },
  };
}

function makeWorker<Data>(
  backend: QueueBackend,
  name: string,
  handler: JobHandler<Data>,
  { concurrency, logger }: { concurrency: number; logger: Logger },
): Worker {
  const worker = new Worker<Data>(
    name,
    (job, _token, signal) => handler(job, signal),
    { connection: backend.connection('worker'), concurrency, maxStalledCount: 1_000, ...TIMES_MS },
    backend.factory,
  );
  worker.on('error', logRepeatedErrors(logger, { queue: name }));
  worker.on('failed', (job, error) => {
    logger.warn({ queue: name, jobId: job?.id, attempt: job?.attemptsMade, err: error }, 'job failed');
  });
  return worker;
}

/** BullMQ stores a failed job's error in readable form, so it receives only values that are safe to log. */
function withoutValues(error: unknown): Error {
  // Errors with which a handler controls BullMQ contain no values.
  if (error instanceof Error && /^(Delayed|RateLimit|Waiting|WaitingChildren)Error$/.test(error.name)) return error;
  const safe = safeError(error);
  const reported = error instanceof UnrecoverableError ? new UnrecoverableError(safe.message) : new Error(safe.message);
  reported.stack = `${safe.name}: ${safe.message}\n${safe.stack ?? ''}`;
  return reported;
}
