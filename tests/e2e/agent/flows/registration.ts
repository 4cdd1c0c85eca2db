import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { registrationForm } from '../../../../services/api/testing/people.ts';
import { codeFor, linkIn } from '../../inbox.ts';
import { tabTo, typeInto } from '../../keyboard.ts';
import { messageShown } from '../../shown-messages.ts';
import { type PortalFixture, PROMO_CODE } from '../fixture.ts';
import { type Agent, newAgent } from '../people.ts';
import { sendRentals } from '../rentals.ts';
import { signIn } from '../sign-in.ts';
import { button, expectAccessible, seen, visit, waitUntil } from '../visit.ts';

type Form = ReturnType<typeof registrationForm>;

export function registrationFlows(fixture: () => PortalFixture): void {
  test('an invited agent registers from the e-mail link, signs in with a code and sees each reward explained; the referrer sees it completed', async () => {
    const referrer = await newAgent(fixture(), { firstName: 'Rina', surname: 'Referrer' });
    const form = registrationForm({ firstName: 'Ina', surname: 'Invited', agencyName: 'Overberg Travel' });
    await refer(fixture(), referrer, form);
    const link = await linkIn(fixture().url, form.emailAddress, /invites you/);
    await visit(fixture(), link, {}, async (page) => {
      await register(page, form);
      await enterRegistrationCode(page, fixture().url, form);
      const { emailAddress: email, password } = form;
      await signIn(page, { url: fixture().url, email, password, cellNumber: `+${form.cellNumber}` });
      await seen(page, 'Hello, Ina Invited');
      await earn(fixture(), page);
      await readWhy(page);
      await expectAccessible(page, 'incentives with a card open');
      await takeStatements(page);
    });
    await visit(fixture(), '/agent/refer-agent', { agent: referrer, size: 'desktop' }, async (page) => {
      await page.getByRole('row', { name: /Ina Invited Overberg Travel Completed/ }).waitFor();
      expect(await page.locator('.dot-done').count()).toBe(1);
      await page.goto('/trackStatus');
      await button(page, 'Fetch Referral Status').click();
      await seen(page, 'Ina Invited');
      await expectAccessible(page, 'referral status');
    });
  });
}

export function personalLinkFlows(fixture: () => PortalFixture): void {
  test('an agent shares a personal link, which opens the registration with the agent’s name until it is replaced', async () => {
    const agent = await newAgent(fixture(), { firstName: 'Lerato', surname: 'Linker' });
    const shown = '.personal-link-text';
    let link = '';
    await visit(fixture(), '/agent/refer-agent', { agent }, async (page) => {
      link = (await page.locator(shown).textContent()) ?? '';
      await button(page, 'QR code').click();
      await page.getByRole('img', { name: link }).waitFor();
      await expectAccessible(page, 'QR code of a personal link');
      await button(page, 'Close').click();
      expect(await page.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')).toContain(
        encodeURIComponent(link),
      );
    });
    const { pathname, search } = new URL(link);
    await visit(fixture(), pathname + search, {}, async (page) => {
      await seen(page, 'Lerato Linker');
      await page.goto('/frequently-asked');
      await page.goto('/registration');
      await seen(page, 'Lerato Linker');
      await expectAccessible(page, 'registration by a personal link');
    });
    await visit(fixture(), '/agent/refer-agent', { agent, size: 'desktop' }, async (page) => {
      await button(page, 'Replace link').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Replace link' }).click();
      await seen(page, 'Your new link is ready.');
      await waitUntil(async () => (await page.locator(shown).textContent()) !== link, true);
    });
    expect(
      (await fetch(`${fixture().url}/api/referral/inviter?link=${new URL(link).searchParams.get('from')}`)).status,
    ).toBe(404);
  });
}

/** With the keyboard only, on a desktop. */
async function refer(fixture: PortalFixture, agent: Agent, form: Form): Promise<void> {
  await visit(fixture, '/agent/refer-agent', { agent, size: 'desktop' }, async (page) => {
    await seen(page, 'You haven’t referred anyone yet.');
    await typeInto(page, 'First Name', form.firstName as string);
    await typeInto(page, 'Surname', form.surname as string);
    await typeInto(page, 'Email Address', form.emailAddress);
    await tabTo(page, page.getByLabel('Dial Code'));
    await page.keyboard.type('+27');
    await typeInto(page, 'Contact Number', `0${form.cellNumber.slice(2)}`);
    await typeInto(page, 'Agency Name', form.agencyName as string);
    await typeInto(page, 'IATA Number', form.iataNumber as string);
    await page.keyboard.press('Enter');
    await messageShown(page, 'The travel agent has been successfully referred!');
    const row = page.getByRole('row', { name: /Ina Invited Overberg Travel/ });
    await row.waitFor();
    expect(await row.textContent()).not.toContain('Completed');
    await expectAccessible(page, 'refer an agent');
  });
}

async function register(page: Page, form: Form): Promise<void> {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await waitUntil(() => field('First Name').inputValue(), 'Ina');
  expect(await field('Surname').inputValue()).toBe('Invited');
  expect(await field('Email Address').inputValue()).toBe(form.emailAddress);
  expect(await field('Cell Number').inputValue()).toBe(form.cellNumber.slice(2));
  expect(await field('Agency Name').inputValue()).toBe('Overberg Travel');
  expect(await field('IATA Number').inputValue()).toBe(form.iataNumber);

  await fillRegistration(page, form);
  await button(page, 'Register').click();
  await seen(page, "Please accept the T's and C's.");
  await expectAccessible(page, 'registration without consent');
  await page.getByLabel(/I accept the/).check();
  await page.getByLabel(/My employer has agreed/).check();
  await button(page, 'Register').click();
  await page.locator('#otp').waitFor();
}

/** Fills in every field of the registration, without the consents. */
export async function fillRegistration(page: Page, form: Form): Promise<void> {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field('Title').selectOption(form.title as string);
  await field('Bank').selectOption(form.bankName as string);
  for (const [label, value] of Object.entries({
    Initials: form.initials,
    'First Name': form.firstName,
    Surname: form.surname,
    'Email Address': form.emailAddress,
    'Cell Number': form.cellNumber.slice(2),
    'Identification Number': form.idNumber,
    'Income Tax Number': form.taxNumber,
    'Agency Name': form.agencyName,
    'IATA Number': form.iataNumber,
    'Telephone Number': form.telephoneNumber,
    'Physical Address Line 1': form.physicalAddressLine1,
    'Physical Address Line 2': form.physicalAddressLine2,
    'Physical Address Line 3': form.physicalAddressLine3,
    'Postal Code': form.postalCode,
    'Bank Account Number': form.bankAccountNumber,
    'Bank Account Holder Name': form.bankAccountHolderName,
    'Branch Name': form.branchName,
    Password: form.password,
    'Confirm Password': form.password,
  }))
    await field(label).fill(value as string);
  expect(await field('Branch Code').inputValue()).toBe(form.branchCode);
}

/** A wrong code, a resend after half a minute, and that code pasted with a space. */
async function enterRegistrationCode(page: Page, url: string, form: Form): Promise<void> {
  const cellNumber = `+${form.cellNumber}`;
  const resend = button(page, 'Click here to resend');
  expect(await resend.isDisabled()).toBe(true);
  const first = await codeFor(url, [cellNumber], 0, 'to finish your registration');
  const wrong = first === '000000' ? '000001' : '000000';
  await page.locator('#otp').pressSequentially(wrong);
  await button(page, 'Verify').click();
  await seen(page, 'Invalid OTP. Please try again.');
  await expectAccessible(page, 'a wrong code');
  const since = Date.now() + 1;
  await resend.click();
  await seen(page, 'Otp sent successfully');
  const second = await codeFor(url, [cellNumber], since, 'to finish your registration');
  await page.locator('#otp').fill(first);
  await button(page, 'Verify').click();
  await seen(page, 'Invalid OTP. Please try again.');

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('#otp').focus();
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${second.slice(0, 3)} ${second.slice(3)}`);
  await page.keyboard.press('Control+V');
  await button(page, 'Verify').click();
  await seen(page, 'You’re registered.');
  await page.getByLabel('ID number or email').waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await expectAccessible(page, 'landing after registration');
}

async function earn(fixture: PortalFixture, page: Page): Promise<void> {
  await seen(page, 'No incentives available.');
  const kept = await page.evaluate(() => localStorage.getItem('travelAgent'));
  const { loyaltyTrackingNo } = JSON.parse(kept ?? '{}') as { loyaltyTrackingNo: string };
  await sendRentals(fixture, [
    { reservationNo: 'RES-EARNS', loyaltyTrackingNo },
    { reservationNo: 'RES-CORPORATE', loyaltyTrackingNo, promoCode: 'CORP99' },
  ]);
  await page.reload();
}

async function readWhy(page: Page): Promise<void> {
  const card = page.locator('.incentive', { hasText: PROMO_CODE });
  await card.locator('.incentive-amount', { hasText: 'R150.00' }).waitFor();
  expect(await page.locator('.balance .figure').textContent()).toMatch(/R150\.00/);
  await card.getByRole('button', { name: /MORE INFO/ }).click();
  await seen(page, 'Reservation RES-EARNS');
  await seen(page, /20% of R1.000\.00 \(time and kilometres\) = R200\.00\. Less 25% PAYE R50\.00\. You get R150\.00\./);
  await seen(page, 'Before we can pay you');
  const line = page.locator('.incentive-panel .line', { hasText: 'RES-EARNS' });
  await line.getByRole('button', { name: /Compare reservation and rental/ }).click();
  await seen(page, 'The rental matched the reservation.');
  await page.getByText('1 reservation didn’t qualify', { exact: true }).click();
  await seen(page, 'CORP99 is not a qualifying promotion code.');
  await seen(page, /Rule: Only qualifying discretionary rate promotion codes earn/);
}

async function takeStatements(page: Page): Promise<void> {
  const take = async (kind: 'CSV' | 'PDF'): Promise<{ name: string; content: Buffer }> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, new RegExp(`^${kind} statement of`)).click(),
    ]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  };
  const csv = await take('CSV');
  expect(csv.name).toMatch(/^statement-\d{4}-\d{2}\.csv$/);
  expect(csv.content.toString()).toMatch(/RES-EARNS.*200\.00.*50\.00.*150\.00/);
  const pdf = await take('PDF');
  expect(pdf.name).toMatch(/^statement-\d{4}-\d{2}\.pdf$/);
  expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
}
