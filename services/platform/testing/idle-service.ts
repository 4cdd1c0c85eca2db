import { setTimeout as sleep } from 'node:timers/promises';
import { runService } from '../service-process.ts';

/** A process of the product that does nothing. */
await runService('idle', async () => {
  const forever = setInterval(() => undefined, 60_000);
  await sleep(10);
  return { stop: async () => clearInterval(forever) };
});
