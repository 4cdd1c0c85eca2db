import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Ends of paths. Busy suites alternate with those that wait for processes and timers, so that workers seldom compete.
 */
const LONGEST = [
  'tests/e2e/admin/dashboard',
  'tests/supervisor',
  'tests/e2e/admin/every-page',
  'tests/log-guard',
  'tests/e2e/agent/portal',
  'services/platform/queue/queue-on-postgres',
  'tests/e2e/admin/month-close',
  'services/platform/queue/queue-on-redis',
  'tests/demo/demo',
  'projections/engine/subscription/subscription-scheduler',
  'tests/e2e/agent/payouts',
  'tests/e2e/admin/audit-questions',
  'tests/start-waits',
  'tests/chaos/chaos',
  'tests/finance/payout-run',
  'scripts/supervisor/postgres/embedded-postgres',
  'tests/hostile-input',
  'tests/core/programme-60',
  'tests/database-roles',
  'tests/import',
  'tests/backup',
].map((suite) => `/${suite}.test.ts`);

/** Runs the longest suites first, so that no worker is idle at the end. */
export class HeavyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((suite) => moduleId.endsWith(suite));
      return found < 0 ? LONGEST.length : found;
    };
    const sorted = (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
    // A worker that continues with another project starts again and loads everything again.
    const projects = Object.values(Object.groupBy(sorted, ({ project }) => project.name)) as TestSpecification[][];
    return projects.flat();
  }
}
