import type { AdminPage } from './admin-page.ts';

/** Read models, blocked keys, rebuilds and queues. */
export const OPERATIONS: readonly AdminPage[] = [
  { name: 'operations', path: '/operations' },
  { name: 'operations-blocked-keys', path: '/operations?tab=Blocked%20keys' },
  { name: 'operations-notices', path: '/operations?tab=Notices' },
  { name: 'operations-rebuilds', path: '/operations?tab=Rebuilds' },
  { name: 'operations-queues', path: '/operations?tab=Queues' },
];
