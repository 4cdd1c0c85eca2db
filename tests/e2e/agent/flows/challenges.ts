import { addDays, dayOf } from '@fynbos/domain/calendar.ts';
import { expect, test } from 'vitest';
import { caughtUp } from '../../../support/wait-for-subscriptions.ts';
import type { PortalFixture } from '../fixture.ts';
import { newAgent } from '../people.ts';
import { sendRentals } from '../rentals.ts';
import { expectAccessible, visit } from '../visit.ts';

export function challengeFlows(fixture: () => PortalFixture): void {
  test('a challenge of an administrator shows the agent’s progress and the reached target, and the month its bar', async () => {
    const { portal, url } = fixture();
    const agent = await newAgent(fixture());
    const today = dayOf(new Date());
    const title = `Two rentals ${agent.id}`;
    await portal.call('POST', 'admin/challenges', {
      title,
      description: 'Two rewarded rentals this month.',
      badge: 'Double star',
      from: today,
      to: addDays(today, 5),
      measure: 'rentals',
      target: 2,
      iataNumber: null,
    });
    await caughtUp(url);
    const rental = (nr: number) => ({
      reservationNo: `CH-${agent.id}-${nr}`,
      loyaltyTrackingNo: agent.loyaltyTrackingNo,
    });
    await visit(fixture(), '/agent/challenges', { agent }, async (page) => {
      const challenge = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
      await challenge.getByText('0 rentals of 2 rentals').waitFor();
      await challenge.getByText(/[45] days left/).waitFor();
      await sendRentals(fixture(), [rental(1)]);
      await page.reload();
      await challenge.getByText('1 rental to go.').waitFor();
      await expectAccessible(page, 'a challenge under way');
      await sendRentals(fixture(), [rental(2)]);
      await page.reload();
      await challenge.getByText('You reached the target. Well done!').waitFor();
      await challenge.getByText('Double star').waitFor();
    });
    await visit(fixture(), '/agent/incentives', { agent, size: 'desktop' }, async (page) => {
      const bar = page.locator('.bars button[aria-pressed="true"] .bar');
      await bar.waitFor();
      expect((await bar.boundingBox())?.height).toBeGreaterThan(60);
    });
  });
}
