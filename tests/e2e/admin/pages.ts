import type { AdminPage } from './pages/admin-page.ts';
import { AGENTS } from './pages/agents.ts';
import { AUDIT } from './pages/audit.ts';
import { CAMPAIGNS } from './pages/campaigns.ts';
import { HOME } from './pages/home.ts';
import { INTEGRATORS } from './pages/integrators.ts';
import { LEDGER } from './pages/ledger.ts';
import { OPERATIONS } from './pages/operations.ts';
import { PAYOUTS } from './pages/payouts.ts';
import { PEOPLE } from './pages/people.ts';
import { SUPPORT } from './pages/support.ts';

/** Every page of the dashboard and its checked states. */
export const PAGES: readonly AdminPage[] = [
  ...HOME,
  ...AGENTS,
  ...CAMPAIGNS,
  ...SUPPORT,
  ...PAYOUTS,
  ...LEDGER,
  ...AUDIT,
  ...INTEGRATORS,
  ...OPERATIONS,
  ...PEOPLE,
];
