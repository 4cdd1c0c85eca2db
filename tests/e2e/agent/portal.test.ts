import { afterAll, beforeAll } from 'vitest';
import { describeInBrowser } from '../../support/chromium.ts';
import { openFixture, type PortalFixture } from './fixture.ts';
import { agentFormFlows } from './flows/agent-forms.ts';
import { arrivalFlows } from './flows/arrival.ts';
import { bankFlows } from './flows/bank.ts';
import { challengeFlows } from './flows/challenges.ts';
import { contactFlows } from './flows/contact.ts';
import { guardFlows } from './flows/guards.ts';
import { languageFlows } from './flows/language.ts';
import { messageFlows } from './flows/messages.ts';
import { notificationFlows } from './flows/notifications.ts';
import { offlineFlows } from './flows/offline.ts';
import { passkeyFlows } from './flows/passkeys.ts';
import { passwordFlows } from './flows/password.ts';
import { personalLinkFlows, registrationFlows } from './flows/registration.ts';
import { sessionFlows } from './flows/sessions.ts';
import { standAloneFlows } from './flows/stand-alone.ts';
import { visitorFormFlows } from './flows/visitor-forms.ts';

function suite(): void {
  let fixture: PortalFixture;
  beforeAll(async () => {
    fixture = await openFixture();
  });
  afterAll(() => fixture?.close());
  for (const flows of [
    registrationFlows,
    personalLinkFlows,
    passwordFlows,
    bankFlows,
    contactFlows,
    guardFlows,
    agentFormFlows,
    visitorFormFlows,
    messageFlows,
    arrivalFlows,
    standAloneFlows,
    sessionFlows,
    passkeyFlows,
    offlineFlows,
    notificationFlows,
    languageFlows,
    challengeFlows,
  ])
    flows(() => fixture);
}

await describeInBrowser('the portal in a real browser, against the product’s own processes', suite, {
  concurrent: true,
});
