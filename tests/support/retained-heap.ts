import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;
const MIB = 1024 * 1024;

/**
 * After collections of the young generation, in MiB: the least of up to ten runs, because the process allocates too.
 */
export async function agedMib(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 10 && least > 1; run++) {
    collect();
    const before = process.memoryUsage().heapUsed;
    await work();
    for (let times = 0; times < 3; times++) collect({ type: 'minor' });
    least = Math.min(least, (process.memoryUsage().heapUsed - before) / MIB);
  }
  return least;
}
