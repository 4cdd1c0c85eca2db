import { checkAdvisories } from './advisories.ts';
import { checkedBy } from './command.ts';
import { checkDependencies } from './dependencies.ts';
import { checkPackages } from './packages.ts';
import type { Step } from './step.ts';
import { suites } from './suites.ts';
import { checkTexts } from './texts.ts';
import { webSize } from './web-size.ts';

/** What `./scripts/test` runs, in this order. */
export const steps: readonly Step[] = [
  {
    name: 'format and lint',
    kind: 'check',
    run: checkedBy('biome', 'ci', '--error-on-warnings', '--max-diagnostics=50', '.'),
  },
  { name: 'types', kind: 'check', run: checkedBy('tsc', '--noEmit') },
  {
    name: 'unused code and packages',
    kind: 'check',
    run: checkedBy('knip', '--no-config-hints'),
  },
  { name: 'direction of dependencies', kind: 'check', run: checkDependencies },
  { name: 'texts of the dashboard', kind: 'check', run: checkTexts },
  { name: 'versions and licences', kind: 'check', run: checkPackages },
  { name: 'known weaknesses of packages', kind: 'check', run: checkAdvisories },
  // They build the web apps, which the suites in a browser then find.
  { name: 'size of the agent portal', kind: 'tests', run: webSize('web-agent') },
  { name: 'size of the dashboard', kind: 'tests', run: webSize('web-admin') },
  // On the embedded Postgres; suites of queues and projections take each of BullMQ's two backends in turn.
  { name: 'suites', kind: 'tests', run: suites() },
];
