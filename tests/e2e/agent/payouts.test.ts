import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser } from '../../support/chromium.ts';
import { FinanceClient, TWO_ADMINS } from './finance-client.ts';
import { openFixture, type PortalFixture } from './fixture.ts';
import { tabTo } from './keyboard.ts';
import { type Agent, changeBank, newAgent } from './people.ts';
import { sendRentals } from './rentals.ts';
import { becomes, button, isSound, seen, visit } from './visit.ts';

/** The first bytes of a download. */
async function fetched(page: Page, press: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('latin1');
}

/** The number of reasons for which the agent cannot be paid now. */
async function blockersOf({ url }: PortalFixture, { token }: Agent): Promise<number> {
  const response = await fetch(`${url}/api/agent/overview`, { headers: { authorization: `Bearer ${token}` } });
  return ((await response.json()) as { blockers: unknown[] }).blockers.length;
}

function suite(): void {
  let fixture: PortalFixture;
  let paid: Agent;
  let waiting: Agent;
  beforeAll(async () => {
    fixture = await openFixture(TWO_ADMINS);
    paid = await newAgent(fixture);
    waiting = await newAgent(fixture, { bankAccountNumber: '62011111113' });
    const finance = await FinanceClient.open(fixture);
    const earns = (...numbers: string[]) =>
      sendRentals(
        fixture,
        numbers.map((reservationNo) => ({ reservationNo, loyaltyTrackingNo: paid.loyaltyTrackingNo })),
      );
    await earns('RES-A', 'RES-B');
    await finance.answer(await finance.send(), randomUUID());
    await earns('RES-C');
    await finance.answer(await finance.send(), randomUUID(), [`${paid.loyaltyTrackingNo},failed,Account closed`]);
    // Nothing is paid after a failed payment until the account has changed.
    await changeBank(fixture, paid, { bankAccountNumber: '62011111121' });
    await becomes(() => blockersOf(fixture, paid), 0);
    await finance.send();
    await finance.certify();
  }, 240_000);
  afterAll(() => fixture?.close());

  test.each(['phone', 'desktop'] as const)(
    'on a %s, an agent sees each payout’s rewards and bank status, and downloads its statement',
    async (size) => {
      await visit(fixture, '/agent/payouts', { agent: paid, size }, async (page) => {
        const payouts = page.locator('.payout');
        await becomes(() => payouts.count(), 3);
        await payouts.nth(0).getByText('Sent to the bank', { exact: true }).waitFor();
        await seen(page, /Your payout of R150\.00 is on its way\. Expected /);
        await payouts.nth(1).getByText('Reason given by the bank: Account closed').waitFor();
        const show = payouts.nth(2).getByRole('button', { name: /View rewards/ });
        await tabTo(page, show);
        await page.keyboard.press('Enter');
        await seen(page, '2 rewards add up to R300.00 after tax.');
        await seen(page, 'Reservation RES-B');
        await isSound(page, `payouts, ${size}`);
        const statement = await fetched(page, () =>
          button(page, /CSV statement of the payout/)
            .last()
            .click(),
        );
        expect(statement).toContain('RES-A');
        expect(statement).toContain('300.00');
      });
    },
  );

  test('shows an agent how tax is deducted, and the certificate with its history', async () => {
    await visit(fixture, '/agent/payouts', { agent: paid }, async (page) => {
      await page.getByRole('link', { name: 'Tax and certificates' }).click();
      await becomes(() => page.title(), 'Tax and certificates – Fynbos Rewards');
      await seen(page, 'Your tax details are complete.');
      const download = button(page, /Download PDF of the IRP5/);
      await download.waitFor();
      await page.locator('.accordion summary').click();
      await seen(page, /version 1 issued: R400\.00 gross, R100\.00 PAYE/);
      await isSound(page, 'tax');
      expect(await fetched(page, () => download.click())).toMatch(/^%PDF-/);
    });
  });

  test('both pages explain the conditions of the first payout', async () => {
    await visit(fixture, '/agent/payouts', { agent: waiting }, async (page) => {
      await seen(page, 'No payouts yet.');
      await isSound(page, 'no payouts');
      await page.goto('/agent/tax');
      await seen(page, 'No certificates yet.');
      await isSound(page, 'no certificates');
    });
  });
}

await describeInBrowser(
  'payouts and tax of an agent in a real browser, against the product’s own processes',
  { timeout: 120_000 },
  suite,
);
