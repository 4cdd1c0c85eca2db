import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { ADMIN } from '../../../../services/api/testing/running-app.ts';
import { type BrowserHarness, button } from '../browser-harness.ts';

/** A record changed five times: its history, its past state, the explanation of its figures; the audit log as CSV. */
export function historyFlows(harness: BrowserHarness): void {
  const { as, goTo } = harness;
  describe('an agent with five changes', () => {
    test('has a history of each change and can be viewed as of each', async () => {
      const page = await as(ADMIN);
      await goTo(page, '/travel-agents/7?tab=History');
      await expect.poll(() => page.getByRole('heading', { name: 'Agent details changed' }).count()).toBe(5);
      await page.getByRole('slider', { name: /change 6 of/ }).press('Home');
      await page.getByText(/^Viewing \d/).waitFor();
      await page.waitForURL(/asOf=/);
      await page.getByRole('tab', { name: 'Overview' }).click();
      await page.getByText('Agency 6 Travel').first().waitFor();
      expect(await button(page, 'Change bank details').count()).toBe(0);
      await button(page, 'Back to now').first().click();
      await page.getByText('Karoo & Coast Travel').first().waitFor();
      await button(page, 'Change bank details').waitFor();
    });

    test('links each amount to the decision, policy, promotion, invoice and cause', async () => {
      const page = await as(ADMIN);
      await goTo(page, '/travel-agents/7?tab=Rewards');
      await page
        .getByRole('row', { name: /Earned/ })
        .first()
        .getByRole('link')
        .first()
        .click();
      await page.getByRole('heading', { name: 'Based on' }).waitFor();
      await page.getByText(/^Earned: /).waitFor();
      await page.getByRole('link', { name: 'View decision event' }).click();
      await page.getByRole('heading', { name: 'Related events' }).waitFor();
      await page.getByText('"type": "RewardDecided"').waitFor();
    });
  });

  test('downloads the filtered audit log as CSV', async () => {
    const page = await as(ADMIN);
    await goTo(page, `/audit-log/table?filter=${encodeURIComponent(JSON.stringify({ type: 'PromotionCreated' }))}`);
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(13);
    expect(lines[0]).toMatch(/^recordedAt,type,outcome/);
  });
}
