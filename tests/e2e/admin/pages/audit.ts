import { type AdminPage, firstRow } from './admin-page.ts';

/** Audit log, events, verification. */
export const AUDIT: readonly AdminPage[] = [
  { name: 'audit-log', path: '/audit-log' },
  {
    name: 'audit-log-view',
    path: '/audit-log/table',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Save view…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'audit-packs', path: '/audit-log/packs' },
  {
    name: 'audit-packs-create',
    path: '/audit-log/packs',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Create audit pack' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'audit-log-unexplained', path: '/audit-log?unexplained=true' },
  { name: 'audit-log-compare', path: '/audit-log/compare?from=2026-01-01' },
  { name: 'audit-log-refused', path: '/audit-log/table?filter=%7B%22outcome%22%3A%22refused%22%7D' },
  { name: 'events', path: '/events?live=1' },
  {
    name: 'events-oldest',
    path: '/events?live=1',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Oldest' }).click();
      await page.getByText('Live (paused)').waitFor();
    },
  },
  { name: 'event', path: '/events', shows: '/events/:id/*', reach: firstRow },
  { name: 'proof', path: '/proof' },
];
