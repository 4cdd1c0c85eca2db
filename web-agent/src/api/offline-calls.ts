import { api } from './calls.ts';
import { withOfflineCopy } from './offline-copy.ts';
import type { IncentiveQuery } from './types.ts';

/** The calls of `api` with the balance and the list, whose last answers can be read without a connection. */
export const offlineApi = {
  overview: () => withOfflineCopy('overview', '', api.overview),
  goal: () => withOfflineCopy('goal', '', api.goal),
  promotions: () => withOfflineCopy('promotions', '', api.promotions),
  incentives: (query: IncentiveQuery) =>
    withOfflineCopy(query.status === 'Declined' ? 'declined' : 'incentives', JSON.stringify(query), () =>
      api.incentives(query),
    ),
} as const;
