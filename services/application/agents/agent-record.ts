import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { type AgentRow, agents } from '@fynbos/projections/agents/agents.ts';
import { findAgentRow } from '@fynbos/projections/agents/queries.ts';
import { FOREVER, rowAsOf } from '../as-of.ts';
import { load, stateOf } from '../handle.ts';
import type { Application } from '../services.ts';
import { unknownAgent } from './load-agent.ts';

export interface AgentRecord {
  /** Loaded from the events, so always current. */
  readonly state: AgentState;
  /** Data that only the read model contains. */
  readonly row: AgentRow;
}

/** An agent's current record. Throws `agent.unknown`. */
export async function agentRecord({ log, db }: Pick<Application, 'log' | 'db'>, agentId: string): Promise<AgentRecord> {
  const { state } = await load(log, agentDecider, agentStream(agentId));
  if (state.status === 'none') throw unknownAgent();
  const row =
    (await findAgentRow(db, state.agentId)) ??
    (await rowAsOf<AgentRow>(log, agents, [agentStream(agentId)], agentId, FOREVER));
  if (!row) throw unknownAgent();
  return { state, row };
}

/** An agent's record as of an instant. Throws `agent.not-yet` if the agent was not registered then. */
export async function agentRecordAsOf(
  { log }: Pick<Application, 'log'>,
  agentId: string,
  at: Date,
): Promise<AgentRecord> {
  const row = await rowAsOf<AgentRow>(log, agents, [agentStream(agentId)], agentId, at);
  if (!row) throw new DomainError('not-found', 'agent.not-yet', 'This agent was not registered at that time.');
  const stream = await log.readStream(agentStream(agentId), { personal: true });
  const events = stream.events.filter(({ metadata }) => metadata.recordedAt <= at.toISOString());
  return { state: stateOf(agentDecider, { ...stream, events }), row };
}
