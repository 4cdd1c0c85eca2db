import { type BalanceRow, balances } from '@fynbos/projections/balances/balances.ts';
import { tagged } from '../http/route.ts';
import type { TableList } from '../lists/table-list.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { agentBalanceAnswer } from './answers.ts';

const list: Omit<TableList<BalanceRow>, 'table'> = {
  key: 'agentId',
  filters: { id: { column: 'agentId', match: 'equals', type: 'number' } },
  sorts: {},
  defaultSort: { field: 'id', descending: false },
};

/** `GET /admin/agent-balances`: the balances of agents, by id. Amounts are cents nett. */
export const agentBalanceRoutes = tagged(
  'Travel agents',
  tableRoutes<BalanceRow>({
    resource: 'agent-balances',
    permission: 'reports:see',
    summary: 'List the balances of agents',
    projection: balances,
    list,
    answer: agentBalanceAnswer,
    record: ({ agentId: id, earnedCents, pendingCents, paidCents, expiredCents, balanceCents, holds }) => ({
      id,
      earnedCents,
      pendingCents,
      paidCents,
      expiredCents,
      balanceCents,
      holds,
    }),
  }),
);
