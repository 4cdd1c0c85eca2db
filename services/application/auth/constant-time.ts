import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs the work and returns its result (or throws its error) after at least `ms` milliseconds, so that the response
 * time does not reveal, for example, whether an account exists.
 */
export async function constantTime<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const rest = sleep(ms);
  try {
    return await work();
  } finally {
    await rest;
  }
}
