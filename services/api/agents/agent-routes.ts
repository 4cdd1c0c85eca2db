import { agentRecord, agentRecordAsOf } from '@fynbos/application/agents/load-agent.ts';
import { viewFullNumbers } from '@fynbos/application/agents/manage-agent.ts';
import { agentByIdNumber } from '@fynbos/application/auth/find-person.ts';
import type { WithLog } from '@fynbos/application/services.ts';
import { type AgentRow, agents } from '@fynbos/projections/agents/agents.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { route, tagged } from '../http/route.ts';
import { fieldColumns } from '../lists/export.ts';
import { equalTo, onDay, partsOf, sameAs, textOf } from '../lists/filters.ts';
import { asOfOf, type ListRequest } from '../lists/list-request.ts';
import type { TableList } from '../lists/table-list.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { agentListed, agentShown, yesNo } from './agent-answer.ts';
import { agentBalanceAnswer, fullNumbersAnswer, listedAgentAnswer, shownAgentAnswer } from './answers.ts';

export const AGENT_LIST: TableList<AgentRow> = {
  table: readModelTable(agents).name,
  key: 'id',
  filters: {
    id: { column: 'id', match: 'equals', type: 'number' },
    q: { column: 'searchText', match: 'contains', folded: true, stored: (value) => value.toLowerCase() },
    status: { column: 'status', match: 'equals' },
    ...partsOf('firstName', 'surname', 'agencyName', 'emailAddress', 'loyaltyTrackingNo', 'cellNumber', 'iataNumber'),
    ...sameAs('title', 'source', 'taxCountry', 'bankCountry'),
    bankName: { column: 'bankName', match: 'contains' },
    ...equalTo('boolean', 'employerConsent', 'termsAccepted', 'taxNumberValid'),
    termsAndConditions: { column: 'termsAccepted', match: 'equals', type: 'boolean' },
    ...onDay('registeredAt'),
    registeredIn: { column: 'registeredAt', match: 'in-month' },
  },
  sorts: { surname: ['surname', 'firstName'], agencyName: 'agencyName', registeredAt: 'registeredAt' },
  defaultSort: { field: 'surname', descending: false },
  facets: ['status'],
};

const reads = [agents.name];

/** Converts a filter by ID number: no table stores the number, so its claim gives the agent. */
const prepare = async (request: ListRequest, { log }: WithLog): Promise<ListRequest> => {
  const { idNumber, ...filter } = request.filter;
  if (idNumber === undefined || idNumber === '') return { ...request, filter };
  const found = await agentByIdNumber(log, textOf('idNumber', idNumber));
  return { ...request, filter: { ...filter, id: found ? [found.state.agentId] : [] } };
};

const listed = tableRoutes({
  resource: 'travel-agents',
  permission: 'agents:see',
  summary: 'List travel agents',
  projection: agents,
  list: AGENT_LIST,
  records: (rows) => rows.map(agentListed),
  answer: listedAgentAnswer,
  prepare,
  columns: [
    ...fieldColumns('id', 'loyaltyTrackingNo', 'title', 'firstName', 'surname', 'agencyName', 'emailAddress', 'status'),
    { heading: 'employerConsent', cell: ({ employerConsent }) => yesNo(employerConsent) },
    ...fieldColumns('registeredAt'),
  ],
});

const show = route.get('/admin/travel-agents/{id}', {
  who: { admin: 'agents:see' },
  summary: 'Get an agent, now or as of an instant. Numbers are hidden except for their last digits',
  reads,
  answer: shownAgentAnswer,
  handle: async ({ params: { id }, query }, services) => {
    const at = asOfOf(query);
    if (at === null) return { body: agentShown(await agentRecord(services, id), services.now()) };
    return { body: agentShown(await agentRecordAsOf(services, id, at), at) };
  },
});

const numbers = route.post('/admin/travel-agents/{id}/numbers', {
  who: { admin: 'full-numbers:see' },
  summary: "Show an agent's full ID, tax and account numbers. Viewing them is recorded",
  answer: fullNumbersAnswer,
  handle: async ({ params, context }, services) => {
    const { position, ...body } = await viewFullNumbers(services, params.id, 'viewed', context);
    return { body, position };
  },
});
/** The balances of agents, by id. Amounts are cents nett. */
const balancesOfAgents = tableRoutes({
  resource: 'agent-balances',
  permission: 'reports:see',
  summary: 'List the balances of agents',
  projection: balances,
  list: {
    key: 'agentId',
    filters: {
      id: { column: 'agentId', match: 'equals', type: 'number' },
      q: { column: 'loyaltyTrackingNo', match: 'equals', stored: (value) => value.trim() },
    },
    sorts: {},
    defaultSort: { field: 'id', descending: false },
  },
  answer: agentBalanceAnswer,
  records: (rows) => rows.map(({ agentId: id, ...row }) => agentBalanceAnswer.parse({ id, ...row })),
});
export const agentRoutes = tagged('Travel agents', [...listed, show, numbers, ...balancesOfAgents]);
