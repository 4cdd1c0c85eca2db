import type { AdminPage } from './admin-page.ts';

/** The home page, and an unknown address. */
export const HOME: readonly AdminPage[] = [
  { name: 'home', path: '/home' },
  { name: 'not-found', path: '/nowhere' },
];
