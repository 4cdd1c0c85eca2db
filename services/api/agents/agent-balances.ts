import { type BalanceRow, balances } from '@fynbos/projections/balances/balances.ts';
import { tagged } from '../http/route.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { agentBalanceAnswer } from './answers.ts';

/** `GET /admin/agent-balances`: the balances of agents, by id. Amounts are cents nett. */
export const agentBalanceRoutes = tagged(
  'Travel agents',
  tableRoutes<BalanceRow>({
    resource: 'agent-balances',
    permission: 'reports:see',
    summary: 'List the balances of agents',
    projection: balances,
    list: {
      key: 'agentId',
      filters: { id: { column: 'agentId', match: 'equals', type: 'number' } },
      sorts: {},
      defaultSort: { field: 'id', descending: false },
    },
    answer: agentBalanceAnswer,
    records: (rows) => rows.map(({ agentId: id, ...row }) => agentBalanceAnswer.parse({ id, ...row })),
  }),
);
