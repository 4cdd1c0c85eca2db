import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { addDays, DAY_MS, type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { verifierSource } from '@fynbos/event-store/audit/export-proof.ts';
import { foldPartsOf } from '@fynbos/projections/engine/decode.ts';
import { startRebuildWorker } from '@fynbos/projections/engine/rebuild/rebuild-jobs.ts';
import { projections } from '@fynbos/projections/registry.ts';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { adminToken } from '../../../services/api/testing/people.ts';
import { ADMIN, ADMIN2 } from '../../../services/api/testing/running-app.ts';
import { describeInBrowser } from '../../support/chromium.ts';
import { launch } from '../browser.ts';
import { button } from './browser-harness.ts';
import { type DashboardFixture, openFixture, PASSWORD, STAFF } from './fixture.ts';
import { openAs } from './sign-in.ts';

/** The programme begins this many days before today; the day asked about is the next one. */
const DAYS_AGO = 40;
const CODE = 'GREEN04';
const AGENT = 'Naledi Mahlangu';
const RATE_REASON = 'Board minute 12 of October';
const BANK_REASON = 'Signed letter of the agent';
const APPROVAL_REASON = 'Called the agent back';
const HOLD_REASON = 'Invoices are being checked';

let fixture: DashboardFixture;
let browser: Browser;
let rebuilds: { close(): Promise<void> };
let folder: string;
let day: Day;

/** A call of an administrator, signed in anew because the clock of the test moves by weeks. */
async function act(who: typeof ADMIN, method: string, at: string, body: unknown, headers: Record<string, string> = {}) {
  const token = await adminToken(fixture.running, who);
  const answer = await fixture.call(method, at, body, { token, headers });
  if (!answer.ok) throw new Error(`${method} ${at} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json().catch(() => ({}))) as Record<string, unknown>;
}

async function record(at: string): Promise<{ id: string | number; version: number }> {
  const token = await adminToken(fixture.running, ADMIN);
  const found = (await (await fixture.call('GET', at, undefined, { token })).json()) as {
    readonly id: string | number;
    readonly version: number;
  }[];
  return found[0] as { id: string | number; version: number };
}

const findPromotion = () => record(`/admin/promotions?range=[0,0]&filter={"promoCode":"${CODE}"}`);
const findAgent = () => record('/admin/travel-agents?range=[0,0]&filter={"q":"Naledi Mahlangu"}');

/** In forty days: a rate, a rental, bank details with an approval, a hold, a change without a reason. */
async function history(): Promise<void> {
  const { running } = fixture;
  running.pass(10 * DAY_MS);
  const promotion = await findPromotion();
  await act(
    ADMIN2,
    'PUT',
    `/admin/promotions/${promotion.id}`,
    { promoRate: 0.2 },
    {
      'If-Match': String(promotion.version),
      'X-Reason': encodeURIComponent(RATE_REASON),
    },
  );
  running.pass(5 * DAY_MS);
  const today = dayOf(running.clock.now);
  const { apiKey } = await act(ADMIN, 'POST', '/admin/integrators', {
    name: `Branches ${randomUUID()}`,
    scopes: ['rental-events:write', 'rental-events:any'],
  });
  const terms = { promoCode: CODE, rateCode: 'DISC', vehicleGroup: 'C', pickupBranch: 'MSU01', returnBranch: 'BFN01' };
  const invoice = {
    eventId: randomUUID(),
    type: 'invoice',
    occurredAt: running.clock.now.toISOString(),
    reservationNo: 'R999000001',
    invoiceNo: 'INV999000001',
    invoiceDate: today,
    loyaltyTrackingNo: 'FT01000000',
    marketSector: 'Leisure',
    driverName: 'A Driver',
    tkRevenue: 10_000,
    reservation: { reservedOn: addDays(today, -2), ...terms },
    rental: { ...terms, pickedUpOn: addDays(today, -1), returnedOn: today },
  };
  const sent = await fixture.call('POST', '/integrations/rental-events', `${JSON.stringify(invoice)}\n`, {
    token: apiKey as string,
  });
  expect(await sent.text()).toContain('recorded');
  await fixture.settled();
  running.pass(20 * DAY_MS);
  const agent = await findAgent();
  const bank = { bankName: 'Capitec', branchCode: '470010', bankAccountNumber: '1234567890', branchName: 'Main' };
  const { approvalId } = await act(
    ...([ADMIN, 'PUT', `/admin/travel-agents/${agent.id}/bank`] as const),
    { ...bank, bankAccountHolderName: 'N Mahlangu' },
    { 'If-Match': String(agent.version), 'X-Reason': encodeURIComponent(BANK_REASON) },
  );
  await act(ADMIN2, 'POST', `/admin/approvals/${approvalId}/approve`, { reason: APPROVAL_REASON });
  await fixture.settled();
  running.pass(DAY_MS);
  await act(ADMIN2, 'POST', '/admin/holds', { agentId: agent.id, reason: HOLD_REASON });
  await fixture.settled();
  const changed = await findAgent();
  await act(
    ADMIN2,
    'PUT',
    `/admin/travel-agents/${changed.id}`,
    { postalCode: '7925' },
    {
      'If-Match': String(changed.version),
    },
  );
  await fixture.settled();
  running.clock.now = new Date(Math.floor(Date.now() / 1000) * 1000);
}

/** Counts what an administrator does to get an answer: a click, a key, a choice, a typed value. */
class Steps {
  count = 0;
  constructor(private readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    this.count++;
    await target.click();
  }

  /** Fills a field; it counts once, with the key that ends it. */
  async type(target: Locator, text: string): Promise<void> {
    this.count++;
    await target.fill(text);
  }

  /** Opens a record with the command palette: one step. */
  async find(words: string): Promise<void> {
    this.count++;
    await this.page.keyboard.press('Control+k');
    const palette = this.page.getByRole('dialog', { name: 'Search everything' });
    await palette.getByRole('combobox').fill(words);
    await palette.getByRole('option').filter({ hasText: words }).first().waitFor();
    await palette.getByRole('option').filter({ hasText: words }).first().click();
  }

  /** Clicks a day on the time bar. */
  async timeBar(wanted: Day): Promise<void> {
    this.count++;
    const track = this.page.locator('.time-bar .MuiSlider-root');
    const box = await track.boundingBox();
    if (!box) throw new Error('the time bar is not shown');
    const ago = Math.round((Date.parse(dayOf(new Date())) - Date.parse(wanted)) / DAY_MS);
    await track.click({ position: { x: (box.width * (365 - ago)) / 365, y: box.height / 2 } });
    await this.page.waitForURL(/asOf=/);
    await this.page.getByText(/^Viewing /).waitFor();
  }
}

/** Opens a page as an auditor who has never signed in before, unless the question needs another right. */
async function open(
  where: string,
  who: { readonly email: string; readonly password: string } = { email: STAFF.auditor, password: PASSWORD },
): Promise<{ page: Page; steps: Steps }> {
  const page = await openAs(browser, fixture.url, who, { width: 1440, height: 900 });
  await page.goto(`${fixture.url}/admin${where}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, steps: new Steps(page) };
}

const lineWith = (page: Page, text: RegExp) => page.locator('.feed-line').filter({ hasText: text }).first();

await describeInBrowser('the ten questions of an auditor', () => {
  beforeAll(async () => {
    fixture = await openFixture({ daysAgo: DAYS_AGO });
    const { pool, services, clock } = fixture.running;
    day = addDays(dayOf(clock.now), 2);
    rebuilds = startRebuildWorker(foldPartsOf(services.log, pool), services.queues, projections, services.logger);
    await history();
    browser = await launch();
    folder = await mkdtemp(path.join(os.tmpdir(), 'audit-questions-'));
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await rebuilds?.close();
    await fixture?.close();
    await rm(folder, { recursive: true });
  });

  test('shows in 2 steps who last changed the rate of a promotion, when, from what to what and why', async () => {
    const { page, steps } = await open('/home');
    await steps.find(CODE);
    await steps.click(page.getByRole('tab', { name: 'Timeline' }));
    const line = lineWith(page, /changed the rate of GREEN04/);
    await line.getByText(RATE_REASON).waitFor();
    expect((await line.innerText()).replace(/\s+/g, ' ')).toMatch(
      /Admin 2 changed .* 12\.5% from the start → 20% from /,
    );
    expect(dayOf(new Date((await line.locator('time').getAttribute('datetime')) as string))).toBe(addDays(day, 8));
    expect(steps.count).toBeLessThanOrEqual(3);
  });

  test('shows the rate on a past day in 1 step, and what agents would have got under its terms in 2', async () => {
    const { id } = await findPromotion();
    // An auditor runs no analyses.
    const { page, steps } = await open(`/promotions/${id}`, ADMIN);
    await page.getByText('20%').first().waitFor();
    await steps.timeBar(day);
    await page.getByText('12.5%').first().waitFor();
    await page.getByText('20%').first().waitFor({ state: 'detached' });
    expect(steps.count).toBe(1);

    const next = new Steps(page);
    await next.click(page.getByRole('link', { name: 'Simulate with these terms' }));
    await next.click(button(page, 'Run analysis'));
    await page.waitForURL(/what-ifs\/.+/);
    await page
      .getByText(/Agents would receive R[\d.,\s]+ less \(nett\)/)
      .first()
      .waitFor();
    await page
      .getByText(/GREEN04 with a rate of 12\.5%/)
      .first()
      .waitFor();
    expect(next.count).toBe(2);
  });

  test('shows in 3 steps who changed the bank account of an agent, asked, approved and saw it', async () => {
    const { page, steps } = await open('/home');
    await steps.find(AGENT);
    await steps.click(page.getByRole('tab', { name: 'Timeline' }));
    const line = lineWith(page, /changed the bank details/);
    const text = (await line.innerText()).replace(/\s+/g, ' ');
    expect(text).toContain(`requested by Admin (“${BANK_REASON}”), approved by Admin 2 (“${APPROVAL_REASON}”)`);
    await steps.click(line.getByRole('link', { name: /bank details/ }).last());
    await page.getByRole('heading', { name: 'Applied change' }).waitFor();
    const seen = page.getByRole('row', { name: /Bank account number/i });
    await seen.getByText('•••7890').waitFor();
    expect(await seen.locator('td').count()).toBeGreaterThanOrEqual(2);
    expect(steps.count).toBe(3);
  });

  test('shows everything that an administrator did last week with one click on the name', async () => {
    const { page, steps } = await open('/audit-log');
    await steps.click(page.locator('.feed-line').getByRole('link', { name: 'Admin 2', exact: true }).first());
    await page.getByRole('tab', { name: 'Activity', selected: true }).waitFor();
    await lineWith(page, /on hold/).waitFor();
    const lines = await page.locator('.feed-line').allInnerTexts();
    expect(lines.every((text) => text.includes('Admin 2'))).toBe(true);
    // The change of the rate is older than a week.
    expect(lines.some((text) => text.includes('changed the rate'))).toBe(false);
    expect(steps.count).toBe(1);
  });

  test('shows in 2 steps what changed in the whole programme between two dates', async () => {
    const { page, steps } = await open('/audit-log');
    await steps.click(page.getByRole('link', { name: 'Compare two dates' }));
    await steps.type(page.getByLabel('First date'), day);
    const row = page.getByRole('row', { name: new RegExp(CODE) });
    await row.waitFor();
    expect((await row.innerText()).replace(/\s+/g, ' ')).toMatch(/12\.5%.* 20% .*Admin 2/);
    await page
      .getByRole('row', { name: /Bank account number/i })
      .first()
      .waitFor();
    expect(steps.count).toBeLessThanOrEqual(3);
  });

  test('shows on the record, without a click, why an agent is not paid and who decided it', async () => {
    const { id } = await findAgent();
    const { page, steps } = await open(`/travel-agents/${id}`);
    const banner = page.getByRole('alert').filter({ hasText: 'Payments are on hold' });
    await banner.getByText('Admin 2').waitFor();
    expect(await banner.innerText()).toContain(HOLD_REASON);
    await page.getByText('Payment status').waitFor();
    expect(steps.count).toBe(0);
  });

  test('shows the whole dashboard as of a past day in 1 step, and on every page after it', async () => {
    const { page, steps } = await open('/home');
    await page.getByText('Owed now').waitFor();
    await steps.timeBar(day);
    await page.locator('.tile-value').first().waitFor();
    expect(steps.count).toBe(1);
    const foldedGroups = page.locator('nav button[aria-expanded="false"]');
    while ((await foldedGroups.count()) > 0) await foldedGroups.first().click();
    for (const area of ['Rewards', 'Liability', 'Reward policy', 'Controls', 'Ledger', 'Payouts']) {
      await page.getByRole('link', { name: area, exact: true }).first().click();
      await page.waitForURL(
        (url) => (url.searchParams.get('asOf') ?? '').includes(day) && !url.pathname.endsWith('/home'),
      );
      await page.getByRole('heading', { level: 1, name: area }).waitFor();
      await page.getByText(/^Viewing /).waitFor();
    }
  });

  test('proves a record to an outsider with 1 click on its history, verified without the portal', async () => {
    const { id } = await findPromotion();
    const { page, steps } = await open(`/promotions/${id}?tab=History`);
    const download = page.waitForEvent('download');
    await steps.click(button(page, 'Download proof'));
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toContain(CODE);
    await writeFile(path.join(folder, 'proof.ndjson'), text);
    await writeFile(path.join(folder, 'verify-export.mjs'), await verifierSource());
    const done = spawnSync(process.execPath, ['verify-export.mjs', 'proof.ndjson'], { cwd: folder, env: {} });
    expect(`${done.status} ${done.stdout}${done.stderr}`).toMatch(/^0 INTACT/);
    expect(steps.count).toBe(1);
  });

  test('shows with 1 click which changes were made without a reason, and by one person', async () => {
    const { page, steps } = await open('/audit-log');
    await steps.click(button(page, 'Without a reason'));
    const withReason = page.locator('.feed-line').filter({ hasText: 'changed the rate of GREEN04' });
    await expect.poll(() => withReason.count()).toBe(0);
    await lineWith(page, /Admin 2 changed the details/).waitFor();
    expect(steps.count).toBe(1);
    await page.goto(`${fixture.url}/admin/controls`);
    await page.getByRole('heading', { name: 'Changes without a reason' }).waitFor();
    await page.getByRole('cell', { name: 'Agent details changed' }).first().waitFor();
    await page.getByRole('heading', { name: 'Approved changes' }).waitFor();
  });
});
