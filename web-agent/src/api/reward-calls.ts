import { call, QUIET } from './client.ts';
import { download } from './files.ts';
import type * as Api from './types.ts';

/** API calls of the pages with rewards. A separate module keeps the pages with forms small. */
export const rewards = {
  promotions: () => call<Api.Promotion[]>('GET', 'travel-agency/promotions', QUIET),
  incentives: (body: Api.IncentiveQuery) =>
    call<Api.Incentive[]>('POST', 'Incentive/list-incentives', { body, ...QUIET }),
  match: (reservationNo: string) =>
    call<Api.RentalMatch>('GET', `agent/incentives/${encodeURIComponent(reservationNo)}/match`, QUIET),
  overview: () => call<Api.Overview>('GET', 'agent/overview', QUIET),
  goal: () => call<Api.Goal>('GET', 'agent/goal', QUIET),
  saveGoal: (goalCents: number | null) => call<Api.Answer>('PUT', 'agent/goal', { body: { goalCents } }),
  challenges: () => call<Api.AgentChallenges>('GET', 'agent/challenges', QUIET),
  bookings: () => call<Api.Booking[]>('GET', 'agent/bookings', QUIET),
  estimate: (body: Api.QuotedRental) => call<Api.Estimate>('POST', 'agent/estimate', { body, quiet: 'errors' }),
  statement: (kind: 'csv' | 'pdf', month: string) =>
    download(`agent/statement.${kind}`, `statement-${month}.${kind}`, { month }),
} as const;
