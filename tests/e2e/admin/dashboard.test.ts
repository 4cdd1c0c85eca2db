import { describeInBrowser } from '../../support/chromium.ts';
import { openBrowserHarness } from './browser-harness.ts';
import { twoPeopleFlows } from './flows/approvals.ts';
import { campaignFlows } from './flows/campaigns.ts';
import { everywhereFlows } from './flows/everywhere.ts';
import { historyFlows } from './flows/history.ts';
import { keyboardFlows } from './flows/keyboard.ts';
import { operationFlows } from './flows/operations.ts';
import { signingInFlows } from './flows/signing-in.ts';
import { supportFlows } from './flows/support.ts';
import { trustFlows } from './flows/trust.ts';

function suite(): void {
  const harness = openBrowserHarness();
  for (const flows of [
    signingInFlows,
    twoPeopleFlows,
    campaignFlows,
    historyFlows,
    supportFlows,
    operationFlows,
    keyboardFlows,
    trustFlows,
    everywhereFlows,
  ])
    flows(harness);
}

await describeInBrowser('the dashboard in a real browser', suite);
