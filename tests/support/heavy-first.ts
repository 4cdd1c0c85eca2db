import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Suites that last long because they start, kill and wait for the product's own processes. */
const HEAVY =
  /\/tests\/(?:chaos|core|finance|supervisor|demo|nasty|backup)|queue-on|subscription-scheduler\.test|e2e\/.*\/(?:dashboard|portal)\.test/;

/** Long suites first: begun last, one of them would hold up the end while the other worker has nothing left to do. */
export class HeavyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isHeavy = ({ moduleId }: TestSpecification) => HEAVY.test(moduleId);
    return [...sorted.filter(isHeavy), ...sorted.filter((file) => !isHeavy(file))];
  }
}
