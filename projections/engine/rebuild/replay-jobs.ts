import type { Logger } from '@fynbos/platform/logger.ts';
import type { Queues, QueueWorker } from '@fynbos/platform/queue/queue.ts';
import { newRunId } from '@fynbos/platform/queue/run-id.ts';
import type { AnyProjection } from '../projection-instance.ts';
import { type ReplayOptions, type ReplayParts, replay } from './replay.ts';

const queueName = 'replays';
/** Maximum number of concurrent replays in one process. */
const atOnce = 2;

interface ReplayJob {
  readonly id: string;
  readonly projection: string;
  readonly compare: boolean;
  readonly swap: NonNullable<ReplayOptions['swap']>;
  readonly asOf?: string;
}

/**
 * Queues a replay for the workers. Returns its id; `replayById` and `cancelReplay` accept the id once a worker has
 * started the replay. If the caller passes an id that waits or runs already, nothing is queued.
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
    // The replay record stores the failure; the job's id must be free for another request.
    ...(options.id ? { removeOnFail: true } : {}),
  });
  return id;
}

/** Runs queued replays. If a worker dies, its replay is abandoned and does not restart automatically. */
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
