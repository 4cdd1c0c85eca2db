import { handle, load } from '@fynbos/application/handle.ts';
import { agentByIdNumber } from '@fynbos/application/sign-in/people.ts';
import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { fold } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { type AgentRow, agents } from '@fynbos/projections/agents/agents.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { z } from 'zod';
import { asOfOf, FOREVER, rowAsOf } from '../audit/as-of.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { equalTo, onDay, partsOf } from '../lists/filters.ts';
import type { ListRequest } from '../lists/list-request.ts';
import type { TableList } from '../lists/table-list.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { agentListed, agentShown } from './agent-view.ts';

export const AGENT_LIST: TableList<AgentRow> = {
  table: readModelTable(agents).name,
  key: 'id',
  filters: {
    id: { column: 'id', match: 'equals', type: 'number' },
    q: { column: 'searchText', match: 'contains', folded: true, stored: (value) => value.toLowerCase() },
    status: { column: 'status', match: 'equals' },
    loyaltyTrackingNo: { column: 'loyaltyTrackingNo', match: 'equals' },
    ...partsOf('firstName', 'surname', 'agencyName', 'emailAddress', 'cellNumber', 'iataNumber'),
    ...equalTo('text', 'title', 'source', 'taxCountry', 'bankName', 'bankCountry'),
    ...equalTo('boolean', 'employerConsent', 'termsAccepted', 'taxNumberValid'),
    ...onDay('registeredAt'),
    registeredIn: { column: 'registeredAt', match: 'in-month' },
  },
  sorts: { surname: 'surname', registeredAt: 'registeredAt' },
  defaultSort: { field: 'surname', descending: false },
  facets: ['status'],
};

const tag = 'Travel agents';
const reads = [agents.name];
const table = readModelTable(agents).sql;

/** One agent: state from the events (always up to date), and what only the read model knows. Throws 404. */
export async function agentRecord({ log, pool, now }: Services, id: string) {
  const { state } = await load(log, agentDecider, agentStream(id));
  if (state.status === 'none') throw new DomainError('not-found', 'agent.unknown', AGENT_MESSAGES.notFound);
  const { rows } = await pool.query<AgentRow>(`select * from ${table} where id = $1`, [Number(id)]);
  const row = rows[0] ?? (await rowAsOf<AgentRow>(log, agents, [agentStream(id)], id, FOREVER));
  if (!row) throw new DomainError('not-found', 'agent.unknown', AGENT_MESSAGES.notFound);
  return agentShown(state, row, now());
}

/** Reading agents: the list with its search, one now or as of a moment, and the full numbers, which is an event itself. */
export function agentResource(services: Services): Route[] {
  const { log } = services;

  /** An ID number is looked for by its keyed hash: the claim names its owner. */
  const prepare = async (request: ListRequest): Promise<ListRequest> => {
    const { idNumber, ...filter } = request.filter;
    if (typeof idNumber !== 'string' || idNumber === '') return { ...request, filter };
    const found = await agentByIdNumber(log, idNumber);
    return { ...request, filter: { ...filter, id: found ? [found.state.agentId] : [] } };
  };

  const one = route({
    method: 'get',
    paths: ['/admin/travel-agents/{id}'],
    who: { admin: 'agents:see' },
    summary: 'An agent, now or as of a moment; numbers hidden but for their endings',
    tag,
    reads,
    handle: async ({ params, query }) => {
      const id = params.id as string;
      const at = asOfOf(query);
      if (at === null) return { body: await agentRecord(services, id) };
      const row = await rowAsOf<AgentRow>(log, agents, [agentStream(id)], id, at);
      if (!row) throw new DomainError('not-found', 'agent.not-yet', 'This agent was not registered at that moment.');
      const { events } = await log.readStream(agentStream(id), { personal: true });
      const then = events.filter(({ metadata }) => metadata.recordedAt <= at.toISOString()) as unknown as AgentEvent[];
      const state: AgentState = fold(agentDecider, agentDecider.initial, then);
      return { body: agentShown(state, row, at) };
    },
  });

  const numbers = route({
    method: 'post',
    paths: ['/admin/travel-agents/{id}/numbers'],
    who: { admin: 'full-numbers:see' },
    summary: "An agent's full ID, tax and account numbers; that they were seen is recorded",
    tag,
    answer: z.object({ idNumber: z.string(), taxNumber: z.string(), bankAccountNumber: z.string() }),
    handle: async ({ params, context }) => {
      const command = {
        type: 'RecordNumbersViewed',
        at: context.now.toISOString(),
        fields: ['idNumber', 'taxNumber', 'bankAccountNumber'],
        how: 'viewed',
      } as const;
      const { state, position } = await handle(log, agentDecider, agentStream(params.id as string), command, context);
      const { details, bank } = state;
      return {
        body: {
          idNumber: details?.idNumber ?? '',
          taxNumber: details?.taxNumber ?? '',
          bankAccountNumber: bank?.bankAccountNumber ?? '',
        },
        position: position ?? null,
      };
    },
  });

  const listed = tableRoutes<AgentRow>(services, {
    resource: 'travel-agents',
    permission: 'agents:see',
    tag,
    summary: 'Travel agents',
    reads,
    list: AGENT_LIST,
    record: agentListed,
    prepare,
    columns: [
      { heading: 'id', cell: ({ id }) => id },
      { heading: 'loyaltyTrackingNo', cell: ({ loyaltyTrackingNo }) => loyaltyTrackingNo },
      { heading: 'title', cell: ({ title }) => title },
      { heading: 'firstName', cell: ({ firstName }) => firstName },
      { heading: 'surname', cell: ({ surname }) => surname },
      { heading: 'agencyName', cell: ({ agencyName }) => agencyName },
      { heading: 'emailAddress', cell: ({ emailAddress }) => emailAddress },
      { heading: 'status', cell: ({ status }) => status },
      { heading: 'employerConsent', cell: ({ employerConsent }) => employerConsent },
      { heading: 'registeredAt', cell: ({ registeredAt }) => registeredAt },
    ],
  });
  return [...listed, one, numbers];
}
