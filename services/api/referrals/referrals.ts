import { type ReferralRow, referrals } from '@fynbos/projections/referrals/referrals.ts';
import type { Route } from '../http/route.ts';
import { equalTo, onDay, partsOf } from '../lists/filters.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { referralAnswer } from './answers.ts';

/** Referrals: referrer, referred person and status. */
export const referralResource: readonly Route[] = tableRoutes<ReferralRow>({
  resource: 'referrals',
  permission: 'agents:see',
  tag: 'Travel agents',
  summary: 'List referrals',
  projection: referrals,
  record: ({ searchText: _search, remindFrom: _remindFrom, reminders: _reminders, ...row }) => row,
  answer: referralAnswer,
  list: {
    key: 'id',
    filters: {
      ...equalTo('text', 'id', 'registrationStatus'),
      ...equalTo('number', 'referredByAgentId', 'agentId'),
      q: { column: 'searchText', match: 'contains', folded: true, stored: (value) => value.toLowerCase() },
      referredIn: { column: 'referredOn', match: 'in-month' },
      ...partsOf('firstName', 'surname', 'emailAddress', 'agencyName'),
      ...onDay('referredOn', 'lastUpdated'),
    },
    sorts: { referredOn: 'referredOn' },
    defaultSort: { field: 'referredOn', descending: true },
    facets: ['registrationStatus'],
  },
});
