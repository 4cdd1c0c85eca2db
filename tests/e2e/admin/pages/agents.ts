import { type AdminPage, alert } from './admin-page.ts';

/** Travel agents, their referrals, and imports. */
export const AGENTS: readonly AdminPage[] = [
  { name: 'agents', path: '/travel-agents' },
  { name: 'agents-none', path: '/travel-agents?filter=%7B%22q%22%3A%22nobody%20at%20all%22%7D' },
  {
    name: 'agents-past',
    path: '/travel-agents',
    reach: async (page) => {
      await page.getByRole('button', { name: 'View as of…' }).click();
      await page.getByLabel('Date and time').fill('2026-01-02T10:00');
      await page.getByRole('button', { name: 'View' }).click();
      await page.getByText('Viewing ').first().waitFor();
      await page.getByText('Read-only: data as recorded at that time.').waitFor();
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
      await page.getByText('Viewing ').first().waitFor();
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
        .locator('input[type="file"]')
        .setInputFiles({ name: 'a.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines.join('\n')) });
      await page.getByRole('button', { name: 'Dry run' }).click();
      await page.getByText('Dry run complete').waitFor();
    },
  },
];
