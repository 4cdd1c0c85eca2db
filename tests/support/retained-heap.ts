import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;
const MIB = 1024 * 1024;

/** What of `work` is still there once the young generation was collected, needed or not, in MiB. */
export async function agedMib(work: () => Promise<unknown>): Promise<number> {
  collect();
  const before = process.memoryUsage().heapUsed;
  await work();
  for (let times = 0; times < 3; times++) collect({ type: 'minor' });
  return (process.memoryUsage().heapUsed - before) / MIB;
}
