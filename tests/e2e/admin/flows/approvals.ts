import { expect, test } from 'vitest';
import { ADMIN, ADMIN2 } from '../../../../services/api/testing/running-app.ts';
import { messageShown } from '../../shown-messages.ts';
import { type BrowserHarness, button } from '../browser-harness.ts';

/** Two administrators and one agent: a conflicting edit, and a change that needs approval. */
export function twoPeopleFlows(harness: BrowserHarness): void {
  const { as, goTo } = harness;
  test('shows the second of two editors the first one’s change, and loses neither', async () => {
    const [first, second] = [await as(ADMIN), await as(ADMIN2)];
    for (const page of [first, second]) {
      await goTo(page, '/travel-agents/edit/9');
      await button(page, 'Update').waitFor();
    }
    await first.getByLabel('Agency Name').fill('Blue Mountain Travel');
    await button(first, 'Update').click();
    await messageShown(first, 'Travel agency updated successfully!');

    await second.getByLabel('Postal Code').fill('7925');
    await second.getByLabel('Agency Name').fill('Red Valley Travel');
    await button(second, 'Update').click();
    const dialog = second.getByRole('dialog', { name: 'This record was changed while you were editing' });
    const row = dialog.getByRole('row', { name: /Agency name/ });
    await row.waitFor();
    const [base, mine, theirs] = ['Agency 8 Travel', 'Red Valley Travel', 'Blue Mountain Travel'];
    expect((await row.getByRole('cell').allInnerTexts()).map((text) => text.trim())).toEqual([base, mine, theirs]);
    await row.getByLabel('Blue Mountain Travel').check();
    await dialog.getByRole('button', { name: 'Save selected values' }).click();
    await messageShown(second, 'Travel agency updated successfully!');

    const agent = (await (await harness.fixture.call('GET', '/admin/travel-agents/9')).json()) as Record<
      string,
      unknown
    >;
    expect(agent).toMatchObject({ agencyName: 'Blue Mountain Travel', postalCode: '7925' });
  });

  test.each([
    ['desktop', 11, /^Change the bank details of .*Naidoo$/],
    ['phone', 12, /^Change the bank details of .*Sithole$/],
  ] as const)(
    'applies a change of bank details after the second administrator approved it on a %s',
    async (size, agentId, request) => {
      const [first, second] = [await as(ADMIN), await as(ADMIN2, size)];
      await goTo(first, `/travel-agents/${agentId}`);
      await button(first, 'Change bank details').click();
      await button(first, 'Replace Bank Account Number').click();
      await first.getByRole('textbox', { name: 'Bank Account Number' }).fill('777888999');
      await first.getByRole('dialog').getByLabel('Reason').fill(`Letter to the ${size}`);
      await button(first, 'Request approval').click();
      await messageShown(first, 'Waiting for approval by another administrator');
      await goTo(first, '/approvals');
      await first.getByRole('link', { name: request }).first().click();
      await first.getByText('You requested this.').waitFor();
      expect(await button(first, 'Approve').count()).toBe(0);

      await goTo(second, '/approvals');
      await second.getByRole('link', { name: request }).first().click();
      await second.getByText(`Letter to the ${size}`).waitFor();
      await button(second, 'Show in full').click();
      const asked = second.getByRole('row', { name: /Bank account number/i });
      await asked.getByText('777888999').waitFor();
      expect(await asked.getByRole('cell').count()).toBeGreaterThanOrEqual(2);
      await (size === 'phone' ? button(second, 'Approve').click() : second.keyboard.press('a'));
      await second.getByLabel('Reason').fill('Called the agent back');
      await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await messageShown(second, 'Approved and applied.');
      await asked.getByText('•••8999').waitFor();
      await goTo(second, `/travel-agents/${agentId}`);
      await second.getByText('•••8999').waitFor();
    },
  );
}
