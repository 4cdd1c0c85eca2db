import { randomUUID } from 'node:crypto';
import { approvals } from '@fynbos/projections/approvals/approvals.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { test } from 'vitest';
import { alertShown, type BrowserHarness, button, LONG_MS, staff } from '../browser-harness.ts';
import { STAFF } from '../fixture.ts';

/** A failed event that is shown, fixed and retried, and a replay, from the page. */
export function operationFlows(harness: BrowserHarness): void {
  const { as, goTo } = harness;
  test(
    'shows a failed event with its error, and retries it once the cause is fixed',
    async () => {
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
      await alertShown(page, 'One failed again');
      await harness.fixture.running.pool.query(
        `insert into ${readModelTable(approvals).sql} (id, kind, subject, permission, summary, fields, status, "requestedBy", "requestedAt", version)
     values ($1, 'test', 'test/1', 'agents:change', 'Repaired manually', '[]', 'approved', 1, $2, 1)`,
        [id, now().toISOString()],
      );
      await button(page, `Retry ${id}`).click();
      await alertShown(page, 'nothing is waiting');
      await page.getByText('No failed events').waitFor();
      await page.context().close();
    },
    LONG_MS,
  );

  test(
    'shows a failed e-mail with its error, and discards it',
    async () => {
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
      await button(page, 'Drop: Bank changed for agent-99999').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click();
      await alertShown(page, 'It is dropped.');
      await page.getByText('No failed messages').waitFor();
      await page.context().close();
    },
    LONG_MS,
  );

  test(
    'replays a read model from the page: progress, comparison, swap',
    async () => {
      const page = await as(staff(STAFF.operator));
      await goTo(page, '/operations?tab=Replays');
      await page.getByLabel('Read model').click();
      await page.getByRole('option', { name: 'incentives' }).click();
      await button(page, 'Replay').click();
      const row = page.getByRole('row', { name: /incentives/ }).first();
      await row.getByText('Done', { exact: true }).waitFor({ timeout: 60_000 });
      await row.getByText(/Equal: /).waitFor();
      await page.context().close();
    },
    LONG_MS,
  );
}
