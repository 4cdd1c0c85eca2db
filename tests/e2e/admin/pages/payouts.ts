import type { Page } from 'playwright-core';
import { type AdminPage, firstRow, tab } from './admin-page.ts';

/** Payout runs, holds, tax, banks and pay days. */
export const PAYOUTS: readonly AdminPage[] = [
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
  ...(['Checks', 'Lines', 'Left out', 'Files', 'Bank results', 'History'] as const).map((name) => ({
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
    reach: (page) => page.getByText('Read-only: data as recorded at that time.').waitFor(),
  },
  { name: 'holds', path: '/holds' },
  {
    name: 'hold-place',
    path: '/holds',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Hold payments' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Hold payments' }).click();
      await page.getByText('Choose a travel agent.').waitFor();
    },
  },
  { name: 'tax', path: '/tax-years' },
  { name: 'tax-year', path: '/tax-years/2026' },
  ...(['Reconciliation', 'Certificates', 'Missing details'] as const).map((name) => ({
    name: `tax-${name.toLowerCase().replace(/\W+/g, '-')}`,
    path: `/tax-years?tab=${encodeURIComponent(name)}`,
    reach: (page: Page) => page.getByRole('tab', { name, selected: true }).waitFor(),
  })),
  { name: 'bank-list', path: '/bank-list' },
  { name: 'business-days', path: '/bank-list?tab=Days%20without%20payments' },
  {
    name: 'payout-limits',
    path: '/bank-list?tab=Payout%20limits',
    reach: (page) => page.getByRole('button', { name: 'Change limits' }).waitFor(),
  },
  {
    name: 'acb-files',
    path: '/bank-list?tab=ACB%20files',
    reach: (page) => page.getByText('Next file number').waitFor(),
  },
  {
    name: 'unpaids',
    path: '/bank-list?tab=Unpaids',
    reach: (page) => page.getByRole('button', { name: 'Set the columns' }).waitFor(),
  },
  {
    name: 'unpaids-change',
    path: '/bank-list?tab=Unpaids',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Set the columns' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'countries',
    path: '/bank-list?tab=Countries',
    reach: (page) => page.getByRole('heading', { name: 'Eswatini' }).waitFor(),
  },
  {
    name: 'bank-list-change',
    path: '/bank-list',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add a bank' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
