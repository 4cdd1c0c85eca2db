import path from 'node:path';
import { runInForeground } from '../../../scripts/supervisor/run-in-foreground.ts';

const WORKER = 'tests/support/supervised/worker.ts';

/** `./scripts/start` with small substitutes for the processes, for tests/supervisor.test.ts. */
await runInForeground({
  root: path.resolve(import.meta.dirname, '../../..'),
  env: process.env,
  processes: [
    { name: 'api', script: 'tests/support/supervised/service.ts', kind: 'service', stopOrder: 1 },
    { name: 'workers', script: WORKER, kind: 'service', stopOrder: 2, metricsOffset: 0 },
    // Other tests need only one worker.
    ...(process.env.METRICS_PORT
      ? [{ name: 'reactors', script: WORKER, kind: 'service', stopOrder: 2, metricsOffset: 1 } as const]
      : []),
  ],
  webApps: [],
});
