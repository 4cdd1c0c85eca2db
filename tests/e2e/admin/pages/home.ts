import type { AdminPage } from './admin-page.ts';

/** Where one lands, and an address without a page. */
export const HOME: readonly AdminPage[] = [
  { name: 'home', path: '/home' },
  { name: 'not-found', path: '/nowhere' },
];
