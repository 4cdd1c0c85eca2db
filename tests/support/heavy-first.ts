import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Long suites, which start, kill and wait for processes. */
const HEAVY =
  /\/tests\/(?:e2e|chaos|core|finance|supervisor|demo|backup|hostile-input|database-roles|log-guard|move-events)|queue-on|subscription-scheduler\.test/;

/** Runs long suites first, so that no worker is idle at the end. */
export class HeavyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isHeavy = ({ moduleId }: TestSpecification) => HEAVY.test(moduleId);
    return [...sorted.filter(isHeavy), ...sorted.filter((file) => !isHeavy(file))];
  }
}
