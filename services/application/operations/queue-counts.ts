import { VERIFICATION_QUEUE } from '../audit/verifications.ts';
import { NOTICE_QUEUE } from '../notices/notices.ts';
import type { Application } from '../services.ts';
import { SIMULATION_QUEUE } from '../simulation/simulation-store.ts';
import { WEBHOOK_QUEUE } from '../webhooks/deliveries.ts';

export const QUEUES = [
  'projections',
  'reactions',
  'replays',
  VERIFICATION_QUEUE,
  NOTICE_QUEUE,
  WEBHOOK_QUEUE,
  SIMULATION_QUEUE,
] as const;

/** Returns the number of jobs in each queue by state; null if the queue does not answer. */
export const queueCounts = ({ queues }: Pick<Application, 'queues'>) =>
  Promise.all(
    QUEUES.map(async (name) => {
      const jobs = await queues
        .queue(name)
        .getJobCounts('waiting', 'active', 'delayed', 'failed')
        .catch(() => null);
      const { waiting = null, active = null, delayed = null, failed = null } = jobs ?? {};
      return { name, waiting, active, delayed, failed };
    }),
  );
