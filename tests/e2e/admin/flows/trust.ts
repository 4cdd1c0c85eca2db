import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { signNewEvents } from '@fynbos/application/audit/checkpoints.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newAgent, requestDeletion } from '../../../../services/api/testing/people.ts';
import { ADMIN } from '../../../../services/api/testing/running-app.ts';
import { SIZES } from '../../browser.ts';
import { messageShown } from '../../shown-messages.ts';
import { type BrowserHarness, button, staff } from '../browser-harness.ts';
import { STAFF } from '../fixture.ts';

/** The file that the button downloads. */
async function downloaded(page: Page, name: string, folder: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  const target = path.join(folder, file.suggestedFilename());
  await copyFile(await file.path(), target);
  return target;
}

/** Erasure from the agent's page, and an export of the log that can be verified without the portal. */
export function trustFlows(harness: BrowserHarness): void {
  const { as, goTo } = harness;

  test('erases an agent from the page after stating the consequences', async () => {
    const agent = await newAgent(harness.fixture.running, { firstName: 'Xolani', surname: 'Vergeet' });
    await requestDeletion(harness.fixture.running, agent);
    await harness.fixture.settled();
    const page = await as(ADMIN);
    await goTo(page, `/travel-agents/${agent.id}`);
    await page.getByRole('heading', { level: 1, name: /Xolani Vergeet/ }).waitFor();
    await button(page, 'Erase personal data').click();
    const dialog = page.getByRole('dialog', { name: /^Erase the personal data of .*Xolani Vergeet/ });
    await dialog.getByText('It cannot be undone.').waitFor();
    await dialog.getByLabel('Reason').fill('Asked for in the portal');
    await dialog.getByRole('button', { name: 'Erase personal data' }).click();
    await messageShown(page, /Erasure started|will be erased/);
    await page.getByText('Xolani').first().waitFor({ state: 'detached' });
    expect(await button(page, 'Erase personal data').count()).toBe(0);
  });

  test.each(Object.keys(SIZES) as (keyof typeof SIZES)[])(
    'an auditor creates an audit pack of a record chosen by name on a %s; its link opens without an account',
    async (size) => {
      const page = await as(staff(STAFF.auditor), size);
      await goTo(page, '/audit-log/packs');
      await button(page, 'Create audit pack').click();
      const dialog = page.getByRole('dialog', { name: 'Create audit pack' });
      await dialog.getByLabel('Records').fill('Agency 11 Travel');
      const option = page.getByRole('option').first();
      await option.waitFor();
      const name = await option.locator('strong').innerText();
      await option.click();
      await dialog.getByLabel('Include automatic events').check();
      await dialog.getByLabel('Reason').fill('Yearly audit');
      await dialog.getByRole('button', { name: 'Create link' }).click();
      const link = await page.getByRole('dialog', { name: 'Audit pack created' }).getByLabel('Link').inputValue();
      const outsider = await (await harness.browser.newContext({ viewport: SIZES[size] })).newPage();
      await outsider.goto(`${harness.fixture.url}${new URL(link).pathname}${new URL(link).hash}`);
      await outsider.getByText(`About ${name}.`).waitFor();
      const [bundle] = await Promise.all([
        outsider.waitForEvent('download'),
        button(outsider, 'Download the bundle').click(),
      ]);
      expect((await readFile(await bundle.path(), 'utf8')).includes('"name":"narrative.html"')).toBe(true);
    },
  );

  test('exports the log with proof, which its script verifies without the portal', async () => {
    const { services, pool } = harness.fixture.running;
    await signNewEvents({
      log: services.log,
      db: pool,
      storeKind: 'postgres' as const,
      folder: null,
      now: services.now,
    });
    const folder = await mkdtemp(path.join(os.tmpdir(), 'proof-'));
    const page = await as(staff(STAFF.auditor));
    await goTo(page, '/proof');
    await page.getByText('Full public key').click();
    const key = (await page.locator('.proof-key').innerText()).trim();
    const proof = await downloaded(page, 'Export with proof', folder);
    const script = await downloaded(page, 'Download script', folder);
    const { stdout } = await promisify(execFile)(process.execPath, [script, proof, '--key', key], { cwd: folder });
    expect(stdout).toMatch(/^INTACT: \d+ events of the whole log/);
    await rm(folder, { recursive: true });
  });
}
