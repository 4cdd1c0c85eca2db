import path from 'node:path';
import { runInForeground } from '../../../scripts/supervisor/run-in-foreground.ts';

/** `./scripts/start` with small stand-ins for the product's processes; tests/supervisor.test.ts runs it. */
await runInForeground({
  root: path.resolve(import.meta.dirname, '../../..'),
  env: process.env,
  processes: [
    { name: 'api', script: 'tests/support/supervised/service.ts', kind: 'service', stopOrder: 1 },
    { name: 'workers', script: 'tests/support/supervised/worker.ts', kind: 'service', stopOrder: 2 },
  ],
  webApps: [],
});
