import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until every read model has reached the end of the log. Throws after `patienceMs`. */
export async function caughtUp(url: string, patienceMs = 30_000): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(100)) {
    const { readModels = [] } = (await (await fetch(`${url}/readyz`)).json()) as {
      readModels?: { caughtUp: boolean }[];
    };
    if (readModels.length > 0 && readModels.every((one) => one.caughtUp)) return;
  }
  throw new Error('the read models did not catch up');
}
