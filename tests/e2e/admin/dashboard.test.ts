import { describeInBrowser } from '../../support/chromium.ts';
import { campaignFlows } from './flows/campaigns.ts';
import { pageFlows } from './flows/every-page.ts';
import { historyFlows } from './flows/history.ts';
import { keyboardFlows } from './flows/keyboard.ts';
import { operationFlows } from './flows/operations.ts';
import { signingInFlows } from './flows/signing-in.ts';
import { supportFlows } from './flows/support.ts';
import { trustFlows } from './flows/trust.ts';
import { twoPeopleFlows } from './flows/two-people.ts';
import { openHand } from './hand.ts';

function suite(): void {
  const hand = openHand();
  for (const flows of [
    signingInFlows,
    pageFlows,
    twoPeopleFlows,
    campaignFlows,
    historyFlows,
    supportFlows,
    operationFlows,
    keyboardFlows,
    trustFlows,
  ])
    flows(hand);
}

await describeInBrowser('the dashboard in a real browser', {}, suite);
