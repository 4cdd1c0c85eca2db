import { call, QUIET } from './client.ts';
import { download } from './files.ts';
import type {
  AgentChallenges,
  Answer,
  Booking,
  Estimate,
  Goal,
  Incentive,
  IncentiveQuery,
  Overview,
  Promotion,
  QuotedRental,
  RentalMatch,
} from './types.ts';

/** API calls of the pages with rewards. A separate module keeps the pages with forms small. */
export const rewards = {
  promotions: () => call<Promotion[]>('GET', 'travel-agency/promotions', QUIET),
  incentives: (body: IncentiveQuery) => call<Incentive[]>('POST', 'Incentive/list-incentives', { body, ...QUIET }),
  match: (reservationNo: string) =>
    call<RentalMatch>('GET', `agent/incentives/${encodeURIComponent(reservationNo)}/match`, QUIET),
  overview: () => call<Overview>('GET', 'agent/overview', QUIET),
  goal: () => call<Goal>('GET', 'agent/goal', QUIET),
  saveGoal: (goalCents: number | null) => call<Answer>('PUT', 'agent/goal', { body: { goalCents } }),
  challenges: () => call<AgentChallenges>('GET', 'agent/challenges', QUIET),
  bookings: () => call<Booking[]>('GET', 'agent/bookings', QUIET),
  estimate: (body: QuotedRental) => call<Estimate>('POST', 'agent/estimate', { body, quiet: 'errors' }),
  statement: (kind: 'csv' | 'pdf', month: string) =>
    download(`agent/statement.${kind}`, `statement-${month}.${kind}`, { month }),
} as const;
