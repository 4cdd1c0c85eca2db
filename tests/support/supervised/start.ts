import path from 'node:path';
import { runInForeground } from '../../../scripts/supervisor/run-in-foreground.ts';

const WORKER = 'services/dist/supervised-worker.mjs';

/** `./scripts/start` with small substitutes for the processes, for tests/supervisor.test.ts, which bundles them. */
await runInForeground({
  root: path.resolve(import.meta.dirname, '../../..'),
  env: process.env,
  processes: [
    { name: 'api', script: 'services/dist/supervised-service.mjs', kind: 'service', stopOrder: 1 },
    { name: 'workers', script: WORKER, kind: 'service', stopOrder: 2, metricsOffset: 0 },
    // Other tests need only one worker and no task.
    ...(process.env.METRICS_PORT
      ? ([
          { name: 'reactors', script: WORKER, kind: 'service', stopOrder: 2, metricsOffset: 1 },
          { name: 'demo', script: 'tests/support/supervised/task.ts', kind: 'task', stopOrder: 0 },
        ] as const)
      : []),
  ],
  webApps: [],
});
