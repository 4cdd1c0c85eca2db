import { describe, expect, test } from 'vitest';
import { database, open, queueContract, takesJobsAgain } from '../testing/queue-contract.ts';

describe('queues on Postgres', () => {
  queueContract({ withRedis: false });

  test('continue after every session was closed, as in a restart of Postgres', async () => {
    const queues = await open();
    const done: number[] = [];
    queues.worker<{ n: number }>('fold', async (job) => void done.push(job.data.n));
    await queues.queue('fold').add('advance', { n: 0 });
    await expect.poll(() => done).toEqual([0]);
    await database
      .pool()
      .query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    done.length = 0;
    await takesJobsAgain(queues, done);
  });
});
