import type { Logger } from '@fynbos/platform/logger.ts';
import type { Queues, QueueWorker } from '@fynbos/platform/queue/queue.ts';
import { newRunId } from '@fynbos/platform/queue/run-id.ts';
import type { FoldParts } from '../decode.ts';
import type { AnyProjection } from '../projection-instance.ts';
import { type RebuildOptions, rebuild } from './rebuild.ts';

const QUEUE = 'replays';
/** Maximum number of concurrent rebuilds in one process. */
const MAX_CONCURRENT_REBUILDS = 2;

interface RebuildJob {
  readonly id: string;
  readonly projection: string;
  readonly compare: boolean;
  readonly swap: NonNullable<RebuildOptions['swap']>;
  readonly asOf?: string;
}

/**
 * Returns its id for `rebuildById` and `cancelRebuild` once a worker has started it. With an id that waits or runs,
 * nothing is queued.
 */
export async function requestRebuild(
  queues: Queues,
  projection: string,
  options: Pick<RebuildOptions, 'compare' | 'swap' | 'asOf' | 'id'> = {},
): Promise<string> {
  const id = options.id ?? newRunId();
  const job: RebuildJob = {
    id,
    projection,
    compare: options.compare ?? false,
    swap: options.swap ?? 'always',
    asOf: options.asOf,
  };
  await queues.queue<RebuildJob>(QUEUE).add('replay', job, {
    jobId: id,
    attempts: 1,
    removeOnComplete: true,
    // The rebuild record stores the failure; the job's id must be free for another request.
    ...(options.id ? { removeOnFail: true } : {}),
  });
  return id;
}

/** Runs queued rebuilds. If a worker dies, its rebuild is abandoned and does not restart automatically. */
export function startRebuildWorker(
  parts: FoldParts,
  queues: Queues,
  projections: readonly AnyProjection[],
  logger: Logger,
): QueueWorker {
  const ending = new AbortController();
  const worker = queues.worker<RebuildJob>(
    QUEUE,
    async ({ data: { id, projection: name, ...options } }) => {
      const projection = projections.find((one) => one.name === name);
      if (!projection) return;
      logger.info({ readModel: name, rebuild: id }, 'rebuild started');
      await rebuild(parts, [projection], { ...options, id, signal: ending.signal });
    },
    { concurrency: MAX_CONCURRENT_REBUILDS },
  );
  return {
    async close() {
      ending.abort();
      await worker.close();
    },
  };
}
