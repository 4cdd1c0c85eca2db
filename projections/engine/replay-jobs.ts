import type { Logger } from '@fynbos/platform/logger.ts';
import type { Queues, QueueWorker } from '@fynbos/platform/queue.ts';
import { newRunId } from '@fynbos/platform/run-id.ts';
import type { AnyProjection } from './projection-instance.ts';
import { type ReplayOptions, type ReplayParts, replay } from './replay.ts';

const queueName = 'replays';
/** Replays that one process does at once. */
const atOnce = 2;

interface ReplayJob {
  readonly id: string;
  readonly projection: string;
  readonly compare: boolean;
  readonly swap: NonNullable<ReplayOptions['swap']>;
  readonly asOf?: string;
}

/**
 * Asks the workers for a replay. Gives its id, under which `replayById` knows it once a worker has begun, and `cancelReplay`
 * too. With an id of the caller's, asking again while it waits or runs asks for nothing more.
 */
export async function requestReplay(
  queues: Queues,
  projection: string,
  options: Pick<ReplayOptions, 'compare' | 'swap' | 'asOf' | 'id'> = {},
): Promise<string> {
  const id = options.id ?? newRunId();
  const job: ReplayJob = {
    id,
    projection,
    compare: options.compare ?? false,
    swap: options.swap ?? 'always',
    ...(options.asOf ? { asOf: options.asOf } : {}),
  };
  await queues.queue<ReplayJob>(queueName).add('replay', job, {
    ...{ jobId: id, attempts: 1, removeOnComplete: true },
    // What failed is told by its record; its id must be free to be asked for again.
    ...(options.id ? { removeOnFail: true } : {}),
  });
  return id;
}

/** Does the replays that were asked for. A worker that dies leaves one abandoned; it is not begun again by itself. */
export function startReplayWorker(
  parts: ReplayParts,
  queues: Queues,
  projections: readonly AnyProjection[],
  logger: Logger,
): QueueWorker {
  const ending = new AbortController();
  const worker = queues.worker<ReplayJob>(
    queueName,
    async ({ data: { id, projection: name, ...options } }) => {
      const projection = projections.find((one) => one.name === name);
      if (!projection) return;
      logger.info({ readModel: name, replay: id }, 'replay begins');
      await replay(parts, [projection], { ...options, id, signal: ending.signal });
    },
    { concurrency: atOnce },
  );
  return {
    async close() {
      ending.abort();
      await worker.close();
    },
  };
}
