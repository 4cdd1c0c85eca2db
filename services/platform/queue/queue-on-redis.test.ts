import { describe, expect, test } from 'vitest';
import { redisUrl } from '../../../tests/support/redis.ts';
import { open, queueContract, redis, takesJobsAgain } from '../testing/queue-contract.ts';
import { QueueUnavailable } from './queue.ts';

describe.skipIf(redisUrl() === null)(
  redisUrl() ? 'queues on Redis' : 'skipped: no Redis on this machine: queues on Redis',
  () => {
    queueContract({ withRedis: true });

    test('continue after Redis was wiped in the middle of a job', async () => {
      const queues = await open();
      const done: number[] = [];
      let wipe: Promise<unknown> | undefined;
      queues.worker<{ n: number }>('fold', async (job) => {
        wipe ??= redis?.wipe();
        await wipe;
        done.push(job.data.n);
      });
      await queues.queue('fold').add('advance', { n: 0 });
      await expect.poll(() => done).toEqual([0]);
      done.length = 0;
      await takesJobsAgain(queues, done);
    });

    test('refuse immediately while Redis is unavailable, and continue when it is back', async () => {
      const queues = await open();
      const done: number[] = [];
      queues.worker<{ n: number }>('fold', async (job) => void done.push(job.data.n));
      await queues.queue('fold').add('advance', { n: 0 });
      await expect.poll(() => done).toEqual([0]);
      await redis?.kill();
      await expect(queues.queue('fold').add('advance', { n: 1 })).rejects.toThrow(QueueUnavailable);
      await redis?.restart();
      done.length = 0;
      await takesJobsAgain(queues, done);
    });

    test('open while Redis is unavailable, and work once it is back', async () => {
      await redis?.kill();
      const queues = await open();
      const done: number[] = [];
      queues.worker<{ n: number }>('fold', async (job) => void done.push(job.data.n));
      await expect(queues.queue('fold').add('advance', { n: 1 })).rejects.toThrow(QueueUnavailable);
      await redis?.restart();
      await takesJobsAgain(queues, done);
    });
  },
);
