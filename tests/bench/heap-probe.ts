import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded before the product (`--import`): tells over the channel to the parent what the process occupies, and how much of
// it is alive once all garbage is gone.
setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

process.on('message', (message) => {
  const { type } = message as { type?: string };
  if (type === 'measure-resident') process.send?.({ type: 'measured', rss: process.memoryUsage.rss() });
  if (type !== 'measure-heap') return;
  gc();
  gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ type: 'measured', heapUsed, external, rss });
});
