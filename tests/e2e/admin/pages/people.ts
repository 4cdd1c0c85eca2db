import { type AdminPage, firstRow } from './admin-page.ts';

/** Approvals, administrators and the own account. */
export const PEOPLE: readonly AdminPage[] = [
  { name: 'account', path: '/account' },
  {
    name: 'account-add-passkey',
    path: '/account',
    reach: (page) => page.getByRole('button', { name: 'Add a passkey' }).click(),
  },
  { name: 'approvals', path: '/approvals' },
  { name: 'approval', path: '/approvals', shows: '/approvals/:id/*', reach: firstRow },
  { name: 'admins', path: '/admins' },
  { name: 'admin', path: '/admins', shows: '/admins/:id/*', reach: firstRow },
  {
    name: 'admin-add',
    path: '/admins',
    reach: (page) => page.getByRole('button', { name: 'Add an administrator' }).click(),
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
