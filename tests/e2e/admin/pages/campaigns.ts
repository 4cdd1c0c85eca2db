import { type AdminPage, tab } from './admin-page.ts';

/** Promotions, planned changes and challenges. */
export const CAMPAIGNS: readonly AdminPage[] = [
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
  { name: 'challenges', path: '/challenges' },
  {
    name: 'challenge-create',
    path: '/challenges',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Create challenge' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'challenge-tiers',
    path: '/challenges',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Change tiers' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'challenge',
    path: '/challenges',
    shows: '/challenges/:id/*',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Autumn ten' }).click();
      await page.getByRole('heading', { name: 'Results' }).waitFor();
    },
  },
];
