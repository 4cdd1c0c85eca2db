import type { Page } from 'playwright-core';

/** A page of the dashboard, or a state of one, to look at. Paths are below `/admin`. */
export interface AdminPage {
  readonly name: string;
  readonly path: string;
  /** Leads from the loaded page to the state. */
  reach?(page: Page): Promise<void>;
  /** The route that it ends on, where `reach` leads to another page: that page is looked at in each walk. */
  readonly shows?: string;
}

const alert = (page: Page) => page.getByRole('alert').first().waitFor();
const tab = (name: string) => async (page: Page) => {
  await page.getByRole('tab', { name }).click();
};
const firstRow = async (page: Page) => {
  await page.locator('.records tbody a').first().click();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor();
};

export const PAGES: readonly AdminPage[] = [
  { name: 'home', path: '/home' },
  { name: 'agents', path: '/travel-agents' },
  { name: 'agents-none', path: '/travel-agents?filter=%7B%22q%22%3A%22nobody%20at%20all%22%7D' },
  {
    name: 'agents-past',
    path: '/travel-agents',
    reach: async (page) => {
      await page.getByRole('button', { name: 'See a past moment' }).click();
      await page.getByLabel('Date and time').fill('2026-01-02T10:00');
      await page.getByRole('button', { name: 'Go there' }).click();
      await page.getByText('The past:').waitFor();
      await page.getByText('What was known at this moment').waitFor({ timeout: 30_000 });
    },
  },
  { name: 'agent-create', path: '/travel-agents/create' },
  { name: 'agent-edit', path: '/travel-agents/edit/7' },
  { name: 'agent', path: '/travel-agents/7' },
  { name: 'agent-rewards', path: '/travel-agents/7?tab=Rewards' },
  { name: 'agent-history', path: '/travel-agents/7?tab=History' },
  {
    name: 'agent-past',
    path: '/travel-agents/7?tab=History',
    reach: async (page) => {
      await page.getByRole('slider').press('Home');
      await page.getByText('The past:').waitFor();
    },
  },
  {
    name: 'agent-bank',
    path: '/travel-agents/7',
    reach: (page) => page.getByRole('button', { name: 'Change bank details' }).click(),
  },
  {
    name: 'agent-suspend',
    path: '/travel-agents/7',
    reach: (page) => page.getByRole('button', { name: 'Suspend' }).click(),
  },
  {
    name: 'agent-consent',
    path: '/travel-agents/7',
    reach: (page) => page.getByRole('button', { name: 'Withdraw consent' }).click(),
  },
  { name: 'agent-enquiries', path: '/travel-agents/7?tab=Enquiries' },
  { name: 'agent-referrals', path: '/travel-agents/61?tab=Referrals' },
  { name: 'agent-sessions', path: '/travel-agents/61?tab=Sessions' },
  { name: 'agent-unknown', path: '/travel-agents/999999', reach: alert },
  { name: 'referrals', path: '/referrals' },
  { name: 'promotions', path: '/promotions' },
  { name: 'promotions-none', path: '/promotions?filter=%7B%22q%22%3A%22nothing%22%7D' },
  { name: 'promotion-create', path: '/promotions/create' },
  {
    name: 'promotion-edit',
    path: '/promotions',
    shows: '/promotions/edit/:id',
    reach: async (page) => {
      await page.getByRole('link', { name: /^Edit/ }).first().click();
      await page.getByRole('button', { name: 'Upload Promotion' }).waitFor();
    },
  },
  {
    name: 'promotion-switch',
    path: '/promotions',
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^Deactivate/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'promotion',
    path: '/promotions',
    shows: '/promotions/:id/*',
    reach: async (page) => {
      await page.locator('.promotion-card h2 a').first().click();
      await page.getByRole('tab', { name: 'Overview' }).waitFor();
    },
  },
  {
    name: 'promotion-performance',
    path: '/promotions',
    reach: async (page) => {
      await page.locator('.promotion-card h2 a').nth(2).click();
      await tab('Performance')(page);
    },
  },
  {
    name: 'promotion-plan',
    path: '/promotions',
    reach: async (page) => {
      await page.locator('.promotion-card h2 a').first().click();
      await page.getByRole('button', { name: 'Plan a change' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'enquiries', path: '/contact-support' },
  { name: 'enquiries-none', path: '/contact-support?filter=%7B%22q%22%3A%22nothing%20of%20it%22%7D' },
  { name: 'enquiry', path: '/contact-support/1' },
  {
    name: 'enquiry-note',
    path: '/contact-support/1',
    reach: (page) => page.getByRole('radio', { name: /^Internal note/ }).check(),
  },
  { name: 'enquiry-resolved', path: '/contact-support/2' },
  { name: 'enquiry-history', path: '/contact-support/1?tab=History' },
  { name: 'templates', path: '/contact-support/templates' },
  {
    name: 'template-edit',
    path: '/contact-support/templates',
    reach: (page) => page.getByRole('button', { name: 'Edit Change of bank details' }).click(),
  },
  { name: 'payouts', path: '/payouts' },
  {
    name: 'payout-propose',
    path: '/payouts',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Propose a run' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'payout', path: '/payouts', shows: '/payouts/:id/*', reach: firstRow },
  ...(['Lines', 'Left out', 'Files', 'Bank’s answer', 'History'] as const).map((name) => ({
    name: `payout-${name.toLowerCase().replace(/\W+/g, '-')}`,
    path: '/payouts',
    reach: async (page: Page) => {
      await firstRow(page);
      await tab(name)(page);
    },
  })),
  {
    name: 'payouts-past',
    path: '/payouts?asOf=2026-01-02T08%3A00%3A00Z',
    reach: (page) => page.getByText('What was known at this moment').waitFor({ timeout: 30_000 }),
  },
  { name: 'holds', path: '/holds' },
  {
    name: 'hold-place',
    path: '/holds',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Hold payments' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Hold payments' }).click();
      await page.getByText('The agent is missing.').waitFor();
    },
  },
  { name: 'tax', path: '/tax-years' },
  { name: 'tax-year', path: '/tax-years/2026' },
  ...(['Reconciliation', 'Certificates', 'What is missing'] as const).map((name) => ({
    name: `tax-${name.toLowerCase().replace(/\W+/g, '-')}`,
    path: `/tax-years?tab=${encodeURIComponent(name)}`,
    reach: (page: Page) => page.getByRole('tab', { name, selected: true }).waitFor(),
  })),
  { name: 'liability', path: '/liability' },
  { name: 'liability-agents', path: '/liability/agents' },
  { name: 'ledger', path: '/ledger' },
  { name: 'bank-list', path: '/bank-list' },
  { name: 'business-days', path: '/bank-list?tab=Days%20without%20payments' },
  {
    name: 'bank-list-change',
    path: '/bank-list',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add a bank' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'controls', path: '/controls' },
  { name: 'what-ifs', path: '/what-ifs' },
  {
    name: 'what-if-ask',
    path: '/what-ifs',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Assume something of a promotion' }).click();
      await page.getByRole('button', { name: 'Decide again' }).click();
      await page.getByText('The promotion is missing.').first().waitFor();
    },
  },
  {
    name: 'what-if',
    path: '/what-ifs',
    shows: '/what-ifs/:id',
    reach: async (page) => {
      await page.getByLabel('Minimum reward (R)').fill('60');
      await page.getByLabel('Invoiced from').fill('2025-03-01');
      await page.getByRole('button', { name: 'Decide again' }).click();
      await page.getByRole('tab', { name: 'By agent' }).click();
    },
  },
  { name: 'what-if-unknown', path: '/what-ifs/nothing', reach: alert },
  { name: 'reconciliations', path: '/reconciliations' },
  { name: 'integrator-lists', path: '/reconciliations/lists' },
  { name: 'corrections', path: '/corrections' },
  { name: 'rewards', path: '/rewards' },
  { name: 'reward', path: '/rewards', shows: '/rewards/:id/*', reach: firstRow },
  {
    name: 'reward-facts',
    path: '/rewards',
    reach: async (page) => {
      await firstRow(page);
      await tab('Facts')(page);
    },
  },
  { name: 'reward-policy', path: '/reward-policy' },
  {
    name: 'reward-policy-change',
    path: '/reward-policy',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Change the policy' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'audit-log', path: '/audit-log' },
  {
    name: 'audit-log-view',
    path: '/audit-log',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Keep this view…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'audit-log-refused', path: '/audit-log?filter=%7B%22outcome%22%3A%22refused%22%7D' },
  { name: 'events', path: '/events?live=1' },
  {
    name: 'events-oldest',
    path: '/events?live=1',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Oldest' }).click();
      await page.getByText('Live (paused)').waitFor();
    },
  },
  { name: 'event', path: '/events', shows: '/events/:id', reach: firstRow },
  { name: 'integrators', path: '/integrators' },
  {
    name: 'integrator-add',
    path: '/integrators',
    reach: (page) => page.getByRole('button', { name: 'Add an integrator' }).click(),
  },
  { name: 'integrator', path: '/integrators', shows: '/integrators/:id/*', reach: firstRow },
  ...(['Calls', 'Refused', 'Traffic', 'Webhooks'] as const).map((name) => ({
    name: `integrator-${name.toLowerCase()}`,
    path: '/integrators',
    reach: async (page: Page) => {
      await firstRow(page);
      await tab(name)(page);
    },
  })),
  {
    name: 'integrator-retry',
    path: '/integrators',
    reach: async (page) => {
      await firstRow(page);
      await tab('Refused')(page);
      await page
        .getByRole('button', { name: /^Send .* again$/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'integrator-try',
    path: '/integrators',
    reach: async (page) => {
      await firstRow(page);
      await tab('Try it')(page);
    },
  },
  { name: 'import', path: '/import' },
  {
    name: 'import-report',
    path: '/import',
    reach: async (page) => {
      const lines = [
        '{"type":"promotion","promoCode":""}',
        'no JSON',
        '{"type":"promotion-change","promoCode":"NONE"}',
      ];
      await page
        .locator('#import-file')
        .setInputFiles({ name: 'a.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines.join('\n')) });
      await page.getByRole('button', { name: 'Dry run' }).click();
      await page.getByText('The dry run is over').waitFor();
    },
  },
  { name: 'operations', path: '/operations' },
  { name: 'proof', path: '/proof' },
  { name: 'operations-parked', path: '/operations?tab=Parked%20keys' },
  { name: 'operations-replays', path: '/operations?tab=Replays' },
  { name: 'operations-queues', path: '/operations?tab=Queues' },
  { name: 'approvals', path: '/approvals' },
  { name: 'approval', path: '/approvals', shows: '/approvals/:id/*', reach: firstRow },
  { name: 'admins', path: '/admins' },
  { name: 'admin', path: '/admins', shows: '/admins/:id/*', reach: firstRow },
  {
    name: 'admin-add',
    path: '/admins',
    reach: (page) => page.getByRole('button', { name: 'Add a person' }).click(),
  },
  {
    name: 'approval-decide',
    path: '/approvals',
    reach: async (page) => {
      await firstRow(page);
      await page.getByRole('button', { name: 'Withdraw' }).click();
    },
  },
  { name: 'not-found', path: '/nowhere' },
];
