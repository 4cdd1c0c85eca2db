import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does the work, and answers (or throws) no sooner than after `ms`: what somebody could learn from how long it took, such
 * as whether an account is there, drowns in the wait.
 */
export async function constantTime<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const rest = sleep(ms);
  try {
    return await work();
  } finally {
    await rest;
  }
}
