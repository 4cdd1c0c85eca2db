import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Long suites, which start, kill and wait for processes. */
const HEAVY =
  /\/tests\/(?:e2e|chaos|core|finance|supervisor|demo|backup|hostile-input|database-roles|log-guard|move-events)|queue-on|subscription-scheduler\.test/;

/** Runs long suites first, so that no worker is idle at the end. */
export class HeavyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isHeavy = ({ moduleId }: TestSpecification) => HEAVY.test(moduleId);
    // A worker that continues with another project starts again and loads everything again.
    const projects = Object.values(Object.groupBy(sorted, ({ project }) => project.name)) as TestSpecification[][];
    return projects.flatMap((files) => [...files.filter(isHeavy), ...files.filter((file) => !isHeavy(file))]);
  }
}
