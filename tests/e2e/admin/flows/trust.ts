import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { signWhatIsNew } from '@fynbos/application/audit/checkpoints.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newAgent } from '../../../../services/api/testing/people.ts';
import { ADMIN } from '../../../../services/api/testing/running-app.ts';
import { button, type Hand, LONG_MS, staff, told } from '../hand.ts';
import { STAFF } from '../world.ts';

/** What a press of the button hands out, in a file of its own name. */
async function downloaded(page: Page, name: string, folder: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  const target = path.join(folder, file.suggestedFilename());
  await copyFile(await file.path(), target);
  return target;
}

/** Somebody is forgotten from their page, and the log is handed out with a proof that holds without the product. */
export function trustFlows(hand: Hand): void {
  const { as, goTo } = hand;

  test(
    'an agent who asked for it is forgotten from the page, which says before what that means',
    async () => {
      const agent = await newAgent(hand.world.running, { firstName: 'Xolani', surname: 'Vergeet' });
      const wish = { kind: 'deletion', details: 'Please forget me.' };
      await hand.world.call('POST', '/agent/requests', wish, { token: agent.token });
      await hand.world.settled();
      const page = await as(ADMIN);
      await goTo(page, `/travel-agents/${agent.id}`);
      await page.getByRole('heading', { level: 1, name: /Xolani Vergeet/ }).waitFor();
      await button(page, 'Erase personal data').click();
      const dialog = page.getByRole('dialog', { name: /^Erase the personal data of .*Xolani Vergeet/ });
      await dialog.getByText('It cannot be undone.').waitFor();
      await dialog.getByLabel('Reason').fill('Asked for in the portal');
      await dialog.getByRole('button', { name: 'Erase personal data' }).click();
      await told(page, /being forgotten|will be erased/);
      await page.getByText('Xolani').first().waitFor({ state: 'detached' });
      expect(await button(page, 'Erase personal data').count()).toBe(0);
      await page.context().close();
    },
    LONG_MS,
  );

  test(
    'the log is exported with proof, and the script that comes with it finds it whole, without the product',
    async () => {
      const { services, pool } = hand.world.running;
      await signWhatIsNew({
        ...{ log: services.log, db: pool, storeKind: 'postgres' as const, folder: null, now: services.now },
      });
      const folder = await mkdtemp(path.join(os.tmpdir(), 'proof-'));
      const page = await as(staff(STAFF.auditor));
      await goTo(page, '/proof');
      await page.getByText('The whole public key').click();
      const key = (await page.locator('.proof-key').innerText()).trim();
      const proof = await downloaded(page, 'Export with proof', folder);
      const script = await downloaded(page, 'The script', folder);
      const { stdout } = await promisify(execFile)(process.execPath, [script, proof, '--key', key], { cwd: folder });
      expect(stdout).toMatch(/^INTACT: \d+ events of the whole log/);
      await page.context().close();
      await rm(folder, { recursive: true });
    },
    LONG_MS,
  );
}
