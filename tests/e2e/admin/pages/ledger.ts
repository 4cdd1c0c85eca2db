import { type AdminPage, alert, firstRow, tab } from './admin-page.ts';

/** Liability, ledger, controls, simulations, reconciliation, corrections, rewards. */
export const LEDGER: readonly AdminPage[] = [
  { name: 'liability', path: '/liability' },
  { name: 'liability-agents', path: '/liability/agents' },
  { name: 'ledger', path: '/ledger' },
  {
    name: 'your-ledger',
    path: '/ledger?tab=Your%20ledger',
    reach: (page) => page.getByRole('heading', { name: 'Chart of accounts' }).waitFor(),
  },
  { name: 'ledger-export-unknown', path: '/ledger/exports/nothing', shows: '/ledger/exports/:id', reach: alert },
  { name: 'controls', path: '/controls' },
  {
    name: 'duties',
    path: '/controls?tab=Duties',
    reach: (page) => page.getByRole('heading', { name: 'Attestations' }).waitFor(),
  },
  { name: 'policy-laboratory', path: '/policy-laboratory' },
  { name: 'what-ifs', path: '/what-ifs' },
  {
    name: 'what-if-ask',
    path: '/what-ifs',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add a promotion change' }).click();
      await page.getByRole('button', { name: 'Run analysis' }).click();
      await page.getByText('The promotion is missing.').first().waitFor();
    },
  },
  {
    name: 'what-if',
    path: '/what-ifs',
    shows: '/what-ifs/:id/*',
    reach: async (page) => {
      await page.getByLabel('Minimum reward (R)').fill('60');
      await page.getByLabel('Invoiced from').fill('2025-03-01');
      await page.getByRole('button', { name: 'Run analysis' }).click();
      await page.getByRole('tab', { name: 'By agent' }).click();
    },
  },
  { name: 'what-if-unknown', path: '/what-ifs/nothing', reach: alert },
  { name: 'month-closes', path: '/month-closes' },
  {
    name: 'month-close',
    path: '/month-closes',
    shows: '/month-closes/:id/*',
    reach: async (page) => {
      await page.locator('main table a').nth(1).click();
      await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor();
    },
  },
  { name: 'comparisons', path: '/comparisons' },
  { name: 'comparison-unknown', path: '/comparisons/nothing', shows: '/comparisons/:id/*', reach: alert },
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
];
