import { withOfflineCopy } from './offline-copy.ts';
import { rewards } from './reward-calls.ts';
import type { IncentiveQuery } from './types.ts';

/** The calls of `api` with the balance and the list, whose last answers can be read without a connection. */
export const offlineApi = {
  overview: () => withOfflineCopy('overview', '', rewards.overview),
  goal: () => withOfflineCopy('goal', '', rewards.goal),
  promotions: () => withOfflineCopy('promotions', '', rewards.promotions),
  incentives: (query: IncentiveQuery) =>
    withOfflineCopy(query.status === 'Declined' ? 'declined' : 'incentives', JSON.stringify(query), () =>
      rewards.incentives(query),
    ),
} as const;
