import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { referralTree } from '@fynbos/projections/referrals/queries.ts';
import { type ReferralRow, referrals } from '@fynbos/projections/referrals/referrals.ts';
import { route, tagged } from '../http/route.ts';
import { equalTo, onDay, partsOf } from '../lists/filters.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { referralAnswer, referralTreeAnswer } from './answers.ts';

/**
 * `GET /admin/travel-agents/{id}/referral-tree`: the referrers of the agent and the agent's referrals, by generation.
 */
export const referralTreeRoutes = tagged('Travel agents', [
  route.get('/admin/travel-agents/{id}/referral-tree', {
    who: { admin: 'agents:see' },
    summary: 'Show the referrals above and below an agent',
    reads: [referrals.name, agents.name],
    answer: referralTreeAnswer,
    handle: async ({ params }, { db }) => {
      const id = Number(params.id);
      const tree = await referralTree(db, Number.isInteger(id) ? id : 0);
      if (!tree) throw new DomainError('not-found', 'agent.unknown', AGENT_MESSAGES.notFound);
      return { body: tree };
    },
  }),
]);

/** Referrals: referrer, referred person and status. */
export const referralResource = tagged(
  'Travel agents',
  tableRoutes<ReferralRow>({
    resource: 'referrals',
    permission: 'agents:see',
    summary: 'List referrals',
    projection: referrals,
    records: (rows) =>
      rows.map(({ searchText: _search, remindFrom: _remindFrom, reminders: _reminders, ...row }) => row),
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
  }),
);
