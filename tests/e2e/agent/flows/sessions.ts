import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { PortalFixture } from '../fixture.ts';
import { newAgent } from '../people.ts';
import { signIn } from '../sign-in.ts';
import { becomes, button, isSound, visit } from '../visit.ts';

/** A code can be resent after half a minute. */
const BETWEEN_CODES_MS = 31_000;

export function sessionFlows(fixture: () => PortalFixture): void {
  test('lists both sessions of a person with their origin and ends the other one', async () => {
    const { url } = fixture();
    const { form, token } = await newAgent(fixture());
    const status = async (bearer: string) =>
      (await fetch(`${url}/api/auth/sessions`, { headers: { authorization: `Bearer ${bearer}` } })).status;
    await sleep(BETWEEN_CODES_MS);
    await visit(fixture(), '/', {}, async (page) => {
      const { emailAddress: email, password, cellNumber } = form;
      await signIn(page, { url, email, password, cellNumber: `+${cellNumber}` });
      await page.goto('/agent/profile/sessions');
      const entries = page.locator('main .entries > li');
      await becomes(() => entries.count(), 2);
      const other = entries.filter({ hasNotText: '(this session)' });
      await other.getByText(/^From \S+\*\. Signed in/).waitFor();
      await isSound(page, 'two sessions');
      expect(await status(token)).toBe(200);
      await other.getByRole('button', { name: /^Sign out/ }).click();
      await becomes(() => entries.count(), 1);
      expect(await entries.getByRole('heading').innerText()).toContain('(this session)');
      expect(await button(page, /^Sign out/).count()).toBe(0);
      expect(await status(token)).toBe(401);
      await page.reload();
      await becomes(() => entries.count(), 1);
    });
  });
}
