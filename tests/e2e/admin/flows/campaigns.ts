import { addDays, dayOf } from '@fynbos/domain/calendar.ts';
import { test } from 'vitest';
import { ADMIN } from '../../../../services/api/testing/running-app.ts';
import { messageShown } from '../../shown-messages.ts';
import { type BrowserHarness, button } from '../browser-harness.ts';

/** Promotions: switched off and on, planned and withdrawn. Challenges: created, changed and ended; tiers. */
export function campaignFlows(harness: BrowserHarness): void {
  const { as, goTo } = harness;
  test('deactivates and reactivates a promotion after a confirmation', async () => {
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
  });

  test('plans a change of a promotion, shows it as planned, and withdraws it', async () => {
    const page = await as(ADMIN);
    await goTo(page, '/promotions?filter=%7B%22q%22%3A%22GREEN08%22%7D');
    await page.getByRole('link', { name: 'GREEN08', exact: true }).click();
    await button(page, 'Plan a change').click();
    await page.getByLabel('Promotion Rate').fill('0.75');
    await page.getByLabel('Effective from').fill(addDays(dayOf(harness.fixture.running.clock.now), 2));
    await page.getByLabel('Reason').fill('Agreed with the branches');
    await page.getByRole('dialog').getByRole('button', { name: 'Plan change' }).click();
    await messageShown(page, 'Planned.');
    const row = page.getByRole('row', { name: /Rate R0.75/ });
    await row.getByText('Planned').waitFor();
    await row.getByRole('button', { name: /Withdraw/ }).click();
    await messageShown(page, 'Withdrawn.');
    await row.waitFor({ state: 'detached' });
  });

  test('creates a challenge for one agency, changes it and ends it', async () => {
    const today = dayOf(harness.fixture.running.clock.now);
    const page = await as(ADMIN);
    await goTo(page, '/challenges');
    await button(page, 'Create challenge').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('Ten thousand rand');
    await dialog.getByLabel('Description').fill('Earn ten thousand rand after tax.');
    await dialog.getByLabel('First day').fill(today);
    await dialog.getByLabel('Last day').fill(addDays(today, 20));
    await dialog.getByLabel('What counts').click();
    await page.getByRole('option', { name: 'Nett rand of rewards' }).click();
    await dialog.getByLabel('Target in rand').fill('10000');
    await dialog.getByLabel('Who takes part').click();
    await page.getByRole('option', { name: 'One agency' }).click();
    await dialog.getByLabel('IATA number').fill('7712345');
    await dialog.getByLabel('Badge').fill('Ten thousand');
    await dialog.getByRole('button', { name: 'Create challenge' }).click();
    await messageShown(page, 'The challenge was created.');
    await page.getByRole('link', { name: 'Ten thousand rand' }).click();
    await page.getByText('No reward counts yet.').waitFor();
    await button(page, 'Edit').click();
    await dialog.getByLabel('Badge').fill('Club of ten');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await messageShown(page, 'Saved.');
    await page.getByText('Club of ten').waitFor();
    await button(page, 'End').click();
    await dialog.getByRole('button', { name: 'End today' }).click();
    await messageShown(page, 'The challenge has ended.');
    await page.getByText('Ended', { exact: true }).waitFor();
    await button(page, 'Edit').waitFor({ state: 'detached' });
  });

  test('changes the tiers of agents', async () => {
    const page = await as(ADMIN);
    await goTo(page, '/challenges');
    await button(page, 'Change tiers').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of tier 2').fill('Flower');
    await dialog.getByLabel('Tier 2 from, in rand').fill('12000');
    await dialog.getByRole('button', { name: 'Save tiers' }).click();
    await messageShown(page, 'The tiers were saved.');
    await page.getByRole('row', { name: /Flower R12.000\.00/ }).waitFor();
  });
}
