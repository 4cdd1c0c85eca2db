import { type AdminPage, firstRow } from './admin-page.ts';

/** Approvals and administrators. */
export const PEOPLE: readonly AdminPage[] = [
  { name: 'approvals', path: '/approvals' },
  { name: 'approval', path: '/approvals', shows: '/approvals/:id/*', reach: firstRow },
  { name: 'admins', path: '/admins' },
  { name: 'admin', path: '/admins', shows: '/admins/:id/*', reach: firstRow },
  {
    name: 'admin-add',
    path: '/admins',
    reach: (page) => page.getByRole('button', { name: 'Add a user' }).click(),
  },
  {
    name: 'approval-decide',
    path: '/approvals',
    reach: async (page) => {
      await firstRow(page);
      await page.getByRole('button', { name: 'Withdraw' }).click();
    },
  },
];
