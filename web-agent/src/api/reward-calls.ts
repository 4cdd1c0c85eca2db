import type { BodyOf } from '@fynbos/api/contract.ts';
import { call, QUIET } from './client.ts';
import { download } from './files.ts';
import type { IncentiveQuery } from './types.ts';

/** API calls of the pages with rewards. A separate module keeps the pages with forms small. */
export const rewards = {
  promotions: () => call('GET', 'travel-agency/promotions', QUIET),
  incentives: (body: IncentiveQuery) => call('POST', 'Incentive/list-incentives', { body, ...QUIET }),
  match: (reservationNo: string) => call('GET', `agent/incentives/${encodeURIComponent(reservationNo)}/match`, QUIET),
  overview: () => call('GET', 'agent/overview', QUIET),
  goal: () => call('GET', 'agent/goal', QUIET),
  saveGoal: (goalCents: number | null) => call('PUT', 'agent/goal', { body: { goalCents } }),
  challenges: () => call('GET', 'agent/challenges', QUIET),
  bookings: () => call('GET', 'agent/bookings', QUIET),
  estimate: (body: BodyOf<'POST', 'agent/estimate'>) => call('POST', 'agent/estimate', { body, quiet: 'errors' }),
  statement: (kind: 'csv' | 'pdf', month: string) =>
    download(`agent/statement.${kind}`, `statement-${month}.${kind}`, { month }),
} as const;
