import { addDays, dayOf } from '@fynbos/domain/calendar.ts';
import { test } from 'vitest';
import { ADMIN } from '../../../../services/api/testing/running-app.ts';
import { alertShown, type BrowserHarness, button, LONG_MS } from '../browser-harness.ts';

/** Promotions: switched off and on, planned and withdrawn. */
export function campaignFlows(harness: BrowserHarness): void {
  const { as, goTo } = harness;
  test(
    'deactivates and reactivates a promotion after a confirmation',
    async () => {
      const page = await as(ADMIN);
      await goTo(page, '/promotions?filter=%7B%22q%22%3A%22GREEN08%22%7D');
      await button(page, 'Deactivate GREEN08').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Are you sure you want to deactivate this promotion?').waitFor();
      await dialog.getByRole('button', { name: 'Deactivate' }).click();
      await button(page, 'Reactivate GREEN08').click();
      await page.getByText('Are you sure you want to reactivate this promotion?').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
      await button(page, 'Deactivate GREEN08').waitFor();
      await page.context().close();
    },
    LONG_MS,
  );

  test(
    'plans a change of a promotion, shows it as planned, and withdraws it',
    async () => {
      const page = await as(ADMIN);
      await goTo(page, '/promotions?filter=%7B%22q%22%3A%22GREEN08%22%7D');
      await page.getByRole('link', { name: 'GREEN08', exact: true }).click();
      await button(page, 'Plan a change').click();
      await page.getByLabel('Promotion Rate').fill('0.75');
      await page.getByLabel('Effective from').fill(addDays(dayOf(harness.fixture.running.clock.now), 2));
      await page.getByLabel('Reason').fill('Agreed with the branches');
      await page.getByRole('dialog').getByRole('button', { name: 'Plan change' }).click();
      await alertShown(page, 'Planned.');
      const row = page.getByRole('row', { name: /Rate R0.75/ });
      await row.getByText('Planned').waitFor();
      await row.getByRole('button', { name: /Withdraw/ }).click();
      await alertShown(page, 'Withdrawn.');
      await row.waitFor({ state: 'detached' });
      await page.context().close();
    },
    LONG_MS,
  );
}
