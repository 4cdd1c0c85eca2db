import type { Logger } from '../logger.ts';
import { schedule } from '../schedule.ts';
import type { Queues, QueueWorker } from './queue.ts';

interface QueueServices {
  readonly queues: Pick<Queues, 'queue' | 'worker'>;
  readonly logger: Logger;
}

/** The next attempt at a row of an outbox table. `id`: the row's id. `attempts`: the attempts made so far. */
export interface DueAttempt {
  readonly id: string;
  readonly attempts: number;
}

/** Waits in milliseconds between attempts: five in the first 45 minutes, then these numbers of hours. */
export const attemptWaits = (hours: readonly number[]): readonly number[] =>
  [10, 30, 120, 600, 1_800, ...hours.map((each) => each * 3_600)].map((seconds) => seconds * 1_000);

/**
 * The job id has row and attempt, so a repeated call creates one job. A job makes one attempt and is removed; the row
 * says when the next is due. A failure is no error, because the sweep replaces lost jobs.
 */
export async function enqueueAttempts(
  { queues, logger }: { readonly queues: Pick<Queues, 'queue'>; readonly logger: Logger },
  queue: string,
  due: readonly DueAttempt[],
): Promise<void> {
  if (due.length === 0) return;
  const jobs = due.map(({ id, attempts }) => ({
    name: queue,
    data: { id },
    // A finished job that was kept would prevent the sweep from enqueueing another under its id.
    opts: { jobId: `${id}_${attempts}`, attempts: 1, removeOnComplete: true, removeOnFail: true },
  }));
  try {
    await queues.queue<{ id: string }>(queue).addBulk(jobs);
  } catch (err) {
    logger.warn({ err, queue, jobs: due.length }, 'the queue is unavailable; its work waits for the sweep');
  }
}

interface QueueWork {
  readonly queue: string;
  readonly concurrency?: number;
  readonly everyMs: number;
  /** Does the work of one id. The signal aborts when the worker is closed. */
  run(id: string, signal: AbortSignal): Promise<unknown>;
  /** Replaces lost jobs and ends the work of crashed processes. */
  sweep(): Promise<unknown>;
}

/** Processes the jobs of a queue and sweeps for work without a job. Any number of processes may run it. */
export function queueWorker({ queues, logger }: QueueServices, work: QueueWork): QueueWorker {
  const { queue, concurrency = 1, everyMs } = work;
  const ending = new AbortController();
  const worker = queues.worker<{ id: string }>(queue, ({ data: { id } }) => work.run(id, ending.signal), {
    concurrency,
  });
  const sweeping = schedule(everyMs, work.sweep, (err) => logger.warn({ err, queue }, 'the sweep of a queue failed'));
  return {
    async close() {
      ending.abort();
      await sweeping.close();
      await worker.close();
    },
  };
}
