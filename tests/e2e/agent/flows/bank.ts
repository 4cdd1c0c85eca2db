import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { codeFor, messageTo } from '../../inbox.ts';
import { messageShown } from '../../shown-messages.ts';
import type { PortalFixture } from '../fixture.ts';
import { type Agent, newAgent } from '../people.ts';
import { button, expectAccessible, type Size, visit } from '../visit.ts';

const CHANGED = 'Your banking details were changed';

export function bankFlows(fixture: () => PortalFixture): void {
  test.each(['phone', 'desktop'] as const)(
    'on a %s, changes banking details once per code and notifies both contacts',
    async (size) => {
      const agent = await newAgent(fixture());
      await refusedWithoutProof(fixture(), agent);
      await visit(fixture(), '/agent/profile#banking', { agent, size }, (page) => change(fixture(), agent, page, size));
      const { emailAddress, cellNumber } = agent.form;
      await messageTo(fixture().url, [emailAddress], ({ subject }) => subject === CHANGED);
      const sms = await messageTo(fixture().url, [`+${cellNumber}`], ({ text }) => text.includes('banking details'));
      expect(sms.text).toContain('ending in 321');
    },
  );
}

async function change({ url }: PortalFixture, agent: Agent, page: Page, size: Size): Promise<void> {
  const since = Date.now();
  await page.getByLabel('Bank', { exact: true }).selectOption('Capitec');
  expect(await page.getByLabel('Branch Code').inputValue()).toBe('470010');
  await page.getByLabel('Bank Account Number').fill('98765x4321');
  expect(await page.getByLabel('Bank Account Number').inputValue()).toBe('987654321');
  await button(page, 'Update').click();
  await page.locator('#otp').waitFor();
  await expectAccessible(page, `the code for a bank change, ${size}`);
  const code = await codeFor(url, [agent.form.emailAddress], since, 'to change your banking details');
  await page.locator('#otp').fill(code);
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PUT'),
    button(page, 'Verify').click(),
  ]);
  await messageShown(page, 'Bank details updated successfully');
  expect(await again(sent)).toMatchObject({ status: 403, message: 'OTP verification required.' });
}

/** Replays the browser's request, as an eavesdropper would. */
async function again(request: Request): Promise<{ status: number; message: string }> {
  const { authorization = '' } = await request.allHeaders();
  return put(request.url(), authorization, request.postData() ?? '');
}

async function refusedWithoutProof({ url }: PortalFixture, { id, token }: Agent): Promise<void> {
  const account = { bankAccountHolderName: 'M Mallory', bankName: 'Capitec', bankAccountNumber: '111222333' };
  const where = `${url}/api/TravelAgency/banking-details/${id}`;
  const body = JSON.stringify({ ...account, branchCode: '470010', branchName: 'Universal' });
  expect(await put(where, `Bearer ${token}`, body)).toMatchObject({
    status: 403,
    message: 'OTP verification required.',
  });
}

async function put(where: string, authorization: string, body: string) {
  const headers = { 'content-type': 'application/json', authorization };
  const response = await fetch(where, { method: 'PUT', headers, body });
  const { message } = (await response.json()) as { message: string };
  return { status: response.status, message };
}
