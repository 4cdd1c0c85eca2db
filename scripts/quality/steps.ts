import { checkAdvisories } from './advisories.ts';
import { checkedBy } from './command.ts';
import { checkDependencies } from './dependencies.ts';
import { checkLinks } from './links.ts';
import { checkPackages } from './packages.ts';
import { checkPortalTexts } from './portal-texts.ts';
import type { Step } from './step.ts';
import { suites } from './suites.ts';
import { checkTexts } from './texts.ts';
import { webSize } from './web-size.ts';

/** The steps of `./scripts/test`, in this order. */
export const STEPS: readonly Step[] = [
  {
    name: 'format and lint',
    kind: 'check',
    run: checkedBy('biome', 'ci', '--error-on-warnings', '--max-diagnostics=50', '.'),
  },
  { name: 'types', kind: 'check', run: checkedBy('tsc', '--noEmit', '--checkers', '1') },
  {
    name: 'unused code and packages',
    kind: 'check',
    run: checkedBy('knip', '--no-config-hints'),
  },
  { name: 'direction of dependencies', kind: 'check', run: checkDependencies },
  { name: 'links of documents', kind: 'check', run: checkLinks },
  { name: 'texts of the dashboard', kind: 'check', run: checkTexts },
  { name: 'texts of the portal', kind: 'check', run: checkPortalTexts },
  { name: 'versions and licences', kind: 'check', run: checkPackages },
  { name: 'known vulnerabilities', kind: 'check', run: checkAdvisories },
  { name: 'size of the agent portal', kind: 'build', run: webSize('web-agent') },
  { name: 'size of the dashboard', kind: 'build', run: webSize('web-admin') },
  // With the embedded Postgres; suites of queues and projections run on both backends of BullMQ.
  { name: 'suites', kind: 'suites', run: suites() },
];
