import type { Page } from 'playwright-core';
import { type AdminPage, firstRow, tab } from './admin-page.ts';

/** Integrators, with their calls and webhooks. */
export const INTEGRATORS: readonly AdminPage[] = [
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
];
