import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import { startRebuildWorker } from '@fynbos/projections/engine/rebuild/rebuild-jobs.ts';
import { projections } from '@fynbos/projections/registry.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN } from '../../../services/api/testing/running-app.ts';
import { launch, SIZES } from '../browser.ts';
import { type DashboardFixture, openFixture } from './fixture.ts';
import { withSession } from './sign-in.ts';

const LONG_MS = 90_000;
let fixture: DashboardFixture;
let browser: Browser;
let page: Page;
let replays: { close(): Promise<void> };
/** Delay of each read of the log in a replay, so that its progress is visible. */
let slowness = 0;

beforeAll(async () => {
  fixture = await openFixture();
  const { pool, store, services } = fixture.running;
  const slow: EventStore = Object.create(store, {
    readAll: {
      value: async (options: Parameters<EventStore['readAll']>[0]) => {
        await sleep(slowness);
        return store.readAll(options);
      },
    },
  });
  const parts = { db: pool, store: slow, decoder: decoderOf(services.log) };
  replays = startRebuildWorker(parts, services.queues, projections, services.logger);
  browser = await launch();
  const context = await browser.newContext({ viewport: SIZES.desktop });
  context.setDefaultTimeout(30_000);
  await withSession(context, fixture.url, ADMIN.email, ADMIN.password);
  page = await context.newPage();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await replays?.close();
  await fixture?.close();
}, 60_000);

const goTo = (path: string) => page.goto(`${fixture.url}/admin${path}`);
const button = (name: string | RegExp) => page.getByRole('button', { name });

test(
  'shows and filters a list as of a past moment, read-only',
  async () => {
    const moment = new Date(fixture.running.clock.now.getTime() - 150_000).toISOString();
    await goTo(`/travel-agents?asOf=${encodeURIComponent(moment)}`);
    await page.getByText('Read-only: data as recorded at that time.').waitFor();
    await page.getByRole('cell', { name: 'Edit' }).first().waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: /^Search/ }).fill('Agency 6 Travel');
    await page.getByRole('link', { name: /./ }).and(page.locator('.records a')).first().waitFor();
    await page.waitForURL(/filter=.*asOf=|asOf=.*filter=/);
    expect(await button(/Create|Edit/).count()).toBe(0);
    await button('Back to now').click();
    await page.getByRole('link', { name: 'Create a Travel Agent' }).waitFor();
    expect(page.url()).not.toContain('asOf');
  },
  LONG_MS,
);

test(
  'pauses the live event browser while scrolled back, and counts new events',
  async () => {
    await goTo('/events?live=1&stream=integrator-');
    await page.locator('.records tbody tr').first().waitFor();
    await button('Oldest').click();
    await page.getByText('Live (paused)').waitFor();
    await fixture.call('POST', '/admin/integrators', { name: 'Newcomer', scopes: ['rental-events:read'] });
    await button('2 new').click();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('.records tbody tr').first().getByText('Integrator key made').waitFor();
  },
  LONG_MS,
);

test(
  'shows a rejected item with its reason, and sends it again corrected',
  async () => {
    const integrator = (await (
      await fixture.call('POST', '/admin/integrators', { name: 'Branches', scopes: ['rental-events:write'] })
    ).json()) as { id: string; apiKey: string };
    const noShow = {
      type: 'no-show',
      eventId: randomUUID(),
      occurredAt: '2026-03-01T10:00:00Z',
      reservationNo: 'RETRY-1',
      noShowOn: '2026-02-30',
    };
    await fixture.call('POST', '/integrations/rental-events', noShow, { token: integrator.apiKey });
    await goTo(`/integrators/${integrator.id}?tab=Refused`);
    await page
      .getByRole('row', { name: /RETRY-1/ })
      .getByText('noShowOn')
      .waitFor();
    await button('Send RETRY-1 again').click();
    const item = page.getByRole('dialog').getByLabel('Item');
    await item.fill((await item.inputValue()).replace('2026-02-30', '2026-02-28'));
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog').getByText('recorded', { exact: true }).waitFor();
    await button('Close').click();
    await page.getByRole('row', { name: /RETRY-1.*recorded/ }).waitFor();
    await page.getByRole('tab', { name: 'Calls' }).click();
    await page.getByRole('row', { name: /1 rejected/ }).waitFor();
  },
  LONG_MS,
);

test(
  'tries an import first and reports it line by line',
  async () => {
    const promotion = { promoCode: 'IMPORT1', description: 'Imported', promoRate: 0.1, isActive: true };
    const lines = [
      { type: 'promotion', ...promotion, startDate: '2026-01-01', endDate: '2026-12-31' },
      { type: 'promotion', ...promotion, promoCode: 'IMPORT2', startDate: 'never', endDate: null },
    ];
    const buffer = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
    await goTo('/import');
    await page.locator('#import-file').setInputFiles({ name: 'p.ndjson', mimeType: 'application/x-ndjson', buffer });
    await button('Dry run').click();
    await page.getByText('1 of 2 lines would be rejected').waitFor();
    await page.getByRole('row', { name: /^2 Promotion Rejected startDate/ }).waitFor();
    await button('Import').click();
    await page.getByText('1 of 2 lines were rejected').waitFor();
    await page.getByText('1 recorded').waitFor();
  },
  LONG_MS,
);

test(
  'starts a replay from the page and follows its progress, comparison and swap',
  async () => {
    slowness = 1_200;
    await goTo('/operations?tab=Replays');
    await page.getByLabel('Read model').click();
    await page.getByRole('option', { name: 'audit-log' }).click();
    await button('Replay').click();
    const row = page.getByRole('row', { name: /audit-log/ }).first();
    await row.getByRole('progressbar').waitFor();
    await row.getByText(/[1-9]\d* of .* events/).waitFor();
    slowness = 0;
    await row.getByText('Done', { exact: true }).waitFor({ timeout: 60_000 });
    await row.getByText(/Equal: /).waitFor();
  },
  LONG_MS,
);

test(
  'shows single jobs of the queues after sign-in, without other hosts',
  async () => {
    const problems: string[] = [];
    const foreign: string[] = [];
    await goTo('/operations?tab=Queues');
    const [board] = await Promise.all([page.context().waitForEvent('page'), button('Open job monitor').click()]);
    board.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    board.on('requestfinished', (request) => {
      if (!request.url().startsWith(fixture.url)) foreign.push(request.url());
    });
    // A reload during the first load would abort it.
    await board.waitForLoadState();
    await board.reload();
    await board.getByText('replays').first().waitFor();
    expect(foreign).toEqual([]);
    expect(problems.filter((text) => !/fonts\.g/.test(text))).toEqual([]);
    await board.close();
  },
  LONG_MS,
);
