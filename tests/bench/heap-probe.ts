import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Preloaded with `--import`: reports resident memory and live heap over the IPC channel.
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
