import { randomUUID } from 'node:crypto';
import { approvals } from '@fynbos/projections/approvals/approvals.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { expect, test } from 'vitest';
import { ADMIN } from '../../../../services/api/testing/running-app.ts';
import { messageShown } from '../../shown-messages.ts';
import { type BrowserHarness, button, staff } from '../browser-harness.ts';
import { STAFF } from '../fixture.ts';

/** Failed events, rebuilds, lists of the past, live events, rejected items, imports, and the job monitor. */
export function operationFlows(harness: BrowserHarness): void {
  const { as, goTo } = harness;
  test('shows a failed event with its error, and retries it once the cause is fixed', async () => {
    const { log, now } = harness.fixture.running.services;
    const id = randomUUID();
    const stream = await log.readStream(`approval-${id}`);
    const context = { actor: { kind: 'system', id: 'test' }, now: now(), correlationId: 'poison' } as const;
    await log.append([
      { stream, events: [{ type: 'ApprovalExecuted', data: { executedAt: now().toISOString() } }], context },
    ]);
    await harness.fixture.settled();
    const page = await as(staff(STAFF.operator));
    await goTo(page, '/operations?tab=Blocked%20keys');
    const row = page.getByRole('row', { name: new RegExp(id) });
    await row.getByRole('link', { name: 'Approval executed' }).waitFor();
    await button(page, `Retry ${id}`).click();
    await messageShown(page, 'One failed again');
    await harness.fixture.running.pool.query(
      `insert into ${readModelTable(approvals).sql} (id, kind, subject, permission, summary, fields, status, "requestedBy", "requestedAt", version)
     values ($1, 'test', 'test/1', 'agents:change', 'Repaired manually', '[]', 'approved', 1, $2, 1)`,
      [id, now().toISOString()],
    );
    await button(page, `Retry ${id}`).click();
    await messageShown(page, 'nothing is waiting');
    await page.getByText('No failed events').waitFor();
  });

  test('shows a failed e-mail with its error, and discards it', async () => {
    const id = randomUUID();
    await harness.fixture.running.pool.query(
      `insert into notices.notices
           ("noticeId", kind, channel, audience, "streamId", state, "lastError", "correlationId", "createdAt", "changedAt")
         values ($1, 'bank-changed', 'email', 'current', 'agent-99999', 'dead', 'no such mailbox', 'c', now(), now())`,
      [id],
    );
    const page = await as(staff(STAFF.operator));
    await goTo(page, '/operations?tab=Notices');
    await page.getByRole('row', { name: /Bank changed.*agent-99999.*Perhaps.*no such mailbox/ }).waitFor();
    await button(page, 'Send again: Bank changed for agent-99999').click();
    await page.getByText('It may already have been delivered').waitFor();
    await button(page, 'Cancel').click();
    await button(page, 'Discard: Bank changed for agent-99999').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await messageShown(page, 'The notice was discarded.');
    await page.getByText('No failed messages').waitFor();
  });

  test('shows and filters a list as of a past moment, read-only', async () => {
    const page = await as(ADMIN);
    const moment = new Date(harness.fixture.running.clock.now.getTime() - 150_000).toISOString();
    await goTo(page, `/travel-agents?asOf=${encodeURIComponent(moment)}`);
    await page.getByText('Read-only: data as recorded at that time.').waitFor();
    await page.getByRole('cell', { name: 'Edit' }).first().waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: /^Search/ }).fill('Agency 6 Travel');
    await page.getByRole('link', { name: /./ }).and(page.locator('.table a')).first().waitFor();
    await page.waitForURL(/filter=.*asOf=|asOf=.*filter=/);
    expect(await button(page, /Create|Edit/).count()).toBe(0);
    await button(page, 'Back to now').click();
    await page.getByRole('link', { name: 'Create a Travel Agent' }).waitFor();
    expect(page.url()).not.toContain('asOf');
  });

  test('pauses the live event browser while scrolled back, and counts new events', async () => {
    const page = await as(ADMIN);
    await goTo(page, '/events?live=1&stream=integrator-');
    await page.locator('.table tbody tr').first().waitFor();
    await button(page, 'Oldest').click();
    await page.getByText('Live (paused)').waitFor();
    await harness.fixture.call('POST', '/admin/integrators', { name: 'Newcomer', scopes: ['rental-events:read'] });
    await button(page, '2 new').click();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('.table tbody tr').first().getByText('Integrator key made').waitFor();
  });

  test('shows a rejected item with its reason, and sends it again corrected', async () => {
    const page = await as(ADMIN);
    const integrator = (await (
      await harness.fixture.call('POST', '/admin/integrators', { name: 'Branches', scopes: ['rental-events:write'] })
    ).json()) as { id: string; apiKey: string };
    const noShow = {
      type: 'no-show',
      eventId: randomUUID(),
      occurredAt: '2026-03-01T10:00:00Z',
      reservationNo: 'RETRY-1',
      noShowOn: '2026-02-30',
    };
    await harness.fixture.call('POST', '/integrations/rental-events', noShow, { token: integrator.apiKey });
    await goTo(page, `/integrators/${integrator.id}?tab=Refused`);
    await page
      .getByRole('row', { name: /RETRY-1/ })
      .getByText('noShowOn')
      .waitFor();
    await button(page, 'Send RETRY-1 again').click();
    const item = page.getByRole('dialog').getByLabel('Item');
    await item.fill((await item.inputValue()).replace('2026-02-30', '2026-02-28'));
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog').getByText('Recorded', { exact: true }).waitFor();
    await button(page, 'Close').click();
    await page.getByRole('row', { name: /RETRY-1.*recorded/ }).waitFor();
    await page.getByRole('tab', { name: 'Calls' }).click();
    await page.getByRole('row', { name: /1 rejected/ }).waitFor();
  });

  test('tries an import first and reports it line by line', async () => {
    const page = await as(ADMIN);
    const promotion = { promoCode: 'IMPORT1', description: 'Imported', promoRate: 0.1, isActive: true };
    const lines = [
      { type: 'promotion', ...promotion, startDate: '2026-01-01', endDate: '2026-12-31' },
      { type: 'promotion', ...promotion, promoCode: 'IMPORT2', startDate: 'never', endDate: null },
    ];
    const buffer = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
    await goTo(page, '/import');
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'p.ndjson', mimeType: 'application/x-ndjson', buffer });
    await button(page, 'Dry run').click();
    await page.getByText('1 of 2 lines would be rejected').waitFor();
    await page.getByRole('row', { name: /^2 Promotion Rejected startDate/ }).waitFor();
    await button(page, 'Import').click();
    await page.getByRole('dialog').getByText('1 of 2 lines would be rejected').waitFor();
    await button(page, 'Start import').click();
    await page.getByText('1 of 2 lines were rejected').waitFor();
    await page.getByText('1 recorded').waitFor();
  });

  test('starts a rebuild from the page and follows its progress, comparison and swap', async () => {
    const page = await as(ADMIN);
    await goTo(page, '/operations?tab=Rebuilds');
    await page.getByLabel('Read model').click();
    await page.getByRole('option', { name: 'audit-log' }).click();
    const release = harness.holdRebuilds();
    await button(page, 'Rebuild').click();
    const row = page.getByRole('row', { name: /audit-log/ }).first();
    await row.getByRole('progressbar').waitFor();
    await row.getByText(/[1-9]\d* of .* events/).waitFor();
    release();
    await row.getByText('Done', { exact: true }).waitFor();
    await row.getByText(/Equal: /).waitFor();
  });

  test('shows single jobs of the queues after sign-in, without other hosts', async () => {
    const page = await as(ADMIN);
    const problems: string[] = [];
    const foreign: string[] = [];
    await goTo(page, '/operations?tab=Queues');
    const [board] = await Promise.all([page.context().waitForEvent('page'), button(page, 'Open job monitor').click()]);
    board.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    board.on('requestfinished', (request) => {
      if (!request.url().startsWith(harness.fixture.url)) foreign.push(request.url());
    });
    // A reload during the first load would abort it.
    await board.waitForLoadState();
    await board.reload();
    await board.getByText('replays').first().waitFor();
    expect(foreign).toEqual([]);
    expect(problems.filter((text) => !/fonts\.g/.test(text))).toEqual([]);
  });
}
