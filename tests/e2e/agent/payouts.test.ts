import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registrationForm } from '../../../services/api/testing/people.ts';
import { describeInBrowser } from '../../support/chromium.ts';
import { messageTo } from '../inbox.ts';
import { tabTo } from '../keyboard.ts';
import { messageShown } from '../shown-messages.ts';
import { FinanceClient, TWO_ADMINS } from './finance-client.ts';
import { openFixture, type PortalFixture } from './fixture.ts';
import { fillRegistration } from './flows/registration.ts';
import { type Agent, changeBank, newAgent } from './people.ts';
import { sendRentals } from './rentals.ts';
import { enterCode, signIn } from './sign-in.ts';
import { button, expectAccessible, seen, visit, waitUntil } from './visit.ts';

type Form = ReturnType<typeof registrationForm>;

/** Accounts of the new agents. Finance holds the payments of agents who share an account. */
const ACCOUNTS = {
  phone: { first: '62011111139', second: '1234567803' },
  desktop: { first: '62011111147', second: '1234567811' },
} as const;

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
  let finance: FinanceClient;
  beforeAll(async () => {
    fixture = await openFixture(TWO_ADMINS);
    paid = await newAgent(fixture);
    waiting = await newAgent(fixture, { bankAccountNumber: '62011111113' });
    finance = await FinanceClient.open(fixture);
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
    await waitUntil(() => blockersOf(fixture, paid), 0);
    await finance.send();
    await finance.certify();
  });
  afterAll(() => fixture?.close());

  test.each(['phone', 'desktop'] as const)(
    'shows an agent on a %s the rewards, bank status and statement of each payout',
    async (size) => {
      await visit(fixture, '/agent/payouts', { agent: paid, size }, async (page) => {
        const payouts = page.locator('.payout');
        await waitUntil(() => payouts.count(), 3);
        await payouts.nth(0).getByText('Sent to the bank', { exact: true }).waitFor();
        await seen(page, /Your payout of R150\.00 is on its way\. Expected /);
        await payouts.nth(1).getByText('Reason given by the bank: Account closed').waitFor();
        const show = payouts.nth(2).getByRole('button', { name: /View rewards/ });
        await tabTo(page, show);
        await page.keyboard.press('Enter');
        await seen(page, '2 rewards add up to R300.00 after tax.');
        await seen(page, 'Reservation RES-B');
        await expectAccessible(page, `payouts, ${size}`);
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
      await waitUntil(() => page.title(), 'Tax and certificates – Fynbos Rewards');
      await seen(page, 'Your tax details are complete.');
      const download = button(page, /Download PDF of the IRP5/);
      await download.waitFor();
      await page.locator('.accordion summary').click();
      await seen(page, /version 1 issued: R400\.00 gross, R100\.00 PAYE/);
      await expectAccessible(page, 'tax');
      expect(await fetched(page, () => download.click())).toMatch(/^%PDF-/);
    });
  });

  test('both pages explain the conditions of the first payout', async () => {
    await visit(fixture, '/agent/payouts', { agent: waiting }, async (page) => {
      await seen(page, 'No payouts yet.');
      await expectAccessible(page, 'no payouts');
      await page.goto('/agent/tax');
      await seen(page, 'No certificates yet.');
      await expectAccessible(page, 'no certificates');
    });
  });
  test.each(['phone', 'desktop'] as const)(
    'lets a visitor on a %s register, earn, question a decline, change the account and be paid',
    async (size) => {
      const { url } = fixture;
      const form = registrationForm({
        firstName: 'Nomsa',
        surname: 'Newcomer',
        bankAccountNumber: ACCOUNTS[size].first,
      });
      const { emailAddress: email, password } = form;
      const cellNumber = `+${form.cellNumber}`;
      await visit(fixture, '/', { size }, async (page) => {
        await page.getByRole('link', { name: 'Register in five minutes' }).click();
        await fillRegistration(page, form);
        await page.getByLabel(/I accept the/).check();
        await page.getByLabel(/My employer has agreed/).check();
        await button(page, 'Register').click();
        await enterCode(page, url, [cellNumber], 'to finish your registration');
        await seen(page, 'You’re registered.');
        await signIn(page, { url, email, password, cellNumber });
        await seen(page, 'Earn your first reward');
        await earnAndAppeal(page);
        await changeAccount(page, form, ACCOUNTS[size].second);
        await seeThePayment(page, ACCOUNTS[size].second.slice(-4));
      });
      await messageTo(url, [email, cellNumber], ({ text }) => text.includes('R150.00') && /paid/.test(text));
    },
  );

  async function earnAndAppeal(page: Page): Promise<void> {
    const kept = await page.evaluate(() => localStorage.getItem('travelAgent'));
    const { id, loyaltyTrackingNo } = JSON.parse(kept ?? '{}') as { id: number; loyaltyTrackingNo: string };
    const [earned, declined] = [`NEW-${id}`, `NEW-${id}-X`];
    await sendRentals(fixture, [
      { reservationNo: earned, loyaltyTrackingNo },
      { reservationNo: declined, loyaltyTrackingNo, promoCode: 'CORP99' },
    ]);
    await page.reload();
    await seen(page, 'You’ll be paid with the next payout.');
    await page.getByText('1 reservation didn’t qualify', { exact: true }).click();
    await seen(page, 'CORP99 is not a qualifying promotion code.');
    await page.getByRole('link', { name: new RegExp(`Ask about this reservation.*${declined}`) }).click();
    const details = page.getByLabel('Query details');
    await waitUntil(async () => (await details.inputValue()).includes(`reservation ${declined}`), true);
    await details.press('End');
    await details.pressSequentially('I booked with KAROO20.');
    await page
      .locator('#files')
      .setInputFiles({ name: 'booking.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\nbooked') });
    await button(page, 'Send').click();
    await page.getByRole('link', { name: /^FR-/ }).click();
    await seen(page, /I booked with KAROO20\./);
    expect(await fetched(page, () => button(page, 'booking.pdf').click())).toContain('booked');
  }

  async function changeAccount(page: Page, { emailAddress, cellNumber }: Form, account: string): Promise<void> {
    await page.goto('/agent/profile#banking');
    await page.getByLabel('Bank', { exact: true }).selectOption('Capitec');
    await page.getByLabel('Bank Account Number').fill(account);
    const since = Date.now();
    await button(page, 'Update').click();
    await enterCode(page, fixture.url, [emailAddress, `+${cellNumber}`], 'to change your banking details', since);
    await messageShown(page, 'Bank details updated successfully');
  }

  async function seeThePayment(page: Page, ending: string): Promise<void> {
    const run = await finance.send();
    await page.goto('/agent/payouts');
    await seen(page, /Your payout of R150\.00 is on its way\. Expected /);
    await seen(page, `Into Capitec, account ending in ${ending}`);
    await finance.answer(run, randomUUID());
    await page.reload();
    await seen(page, /The bank paid it into your account on /);
    await button(page, /View rewards/).click();
    await seen(page, '1 reward adds up to R150.00 after tax.');
  }
}

await describeInBrowser('payouts and tax of an agent in a real browser, against the product’s own processes', suite);
