import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentDetails } from '@fynbos/domain/agent/details.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { type AgentState, noAgent } from '@fynbos/domain/agent/state.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { DecodeOptions } from '@fynbos/event-store/codec.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type AgentRow, agents } from '@fynbos/projections/agents/agents.ts';
import { findAgentRow } from '@fynbos/projections/agents/queries.ts';
import { AFTER_EVERY_EVENT, rowAsOf } from '../as-of.ts';
import { eventsOf, type LoadedEvent, load, loadMany, sender, stateOf } from '../handle.ts';
import type { Stores, WithLog } from '../services.ts';

export type KnownAgent = AgentState & { readonly details: AgentDetails };

export const unknownAgent = () => new DomainError('not-found', 'agent.unknown', AGENT_MESSAGES.notFound);

export const sendToAgent = sender(agentDecider, agentStreamOf);

/** The agent's current state. Throws `agent.unknown` for an agent that does not exist or was erased. */
export async function loadAgent({ log }: WithLog, agentId: number | string): Promise<KnownAgent> {
  const { state } = await load(log, agentDecider, agentStreamOf(agentId));
  if (!state.details) throw unknownAgent();
  return { ...state, details: state.details };
}

/** An agent's current state: `noAgent` for an unknown agent, without details for an erased one. */
export const agentState = async (
  { log }: WithLog,
  agentId: number | string,
  options?: DecodeOptions,
): Promise<AgentState> => (await load(log, agentDecider, agentStreamOf(agentId), options)).state;

/** An agent's state, also of an erased one, without personal data. Throws `agent.unknown` for an unknown agent. */
export async function existingAgent(services: WithLog, agentId: number | string): Promise<AgentState> {
  const state = await agentState(services, agentId, { personal: false });
  if (state.status === 'none') throw unknownAgent();
  return state;
}

export interface AgentHistory {
  readonly state: AgentState;
  /** Decrypted, oldest first. */
  readonly events: readonly LoadedEvent<AgentEvent>[];
}

export async function agentHistory({ log }: WithLog, agentId: number | string): Promise<AgentHistory> {
  const { state, stream } = await load(log, agentDecider, agentStreamOf(agentId));
  return { state, events: eventsOf(agentDecider, stream) };
}

/** An agent's state now, and as it was recorded at an instant (ISO, UTC); null: now. Throws `agent.unknown`. */
export async function agentNowAndAt(
  { log }: WithLog,
  agentId: number | string,
  at: string | null,
): Promise<{ readonly current: AgentState; readonly past: AgentState }> {
  const { state, stream } = await load(log, agentDecider, agentStreamOf(agentId));
  if (state.status === 'none') throw unknownAgent();
  if (at === null) return { current: state, past: state };
  const events = stream.events.filter(({ metadata }) => metadata.recordedAt <= at);
  return { current: state, past: stateOf(agentDecider, { ...stream, events }) };
}

/** Loads many agents with readable names and bank details from their streams, in one round trip. */
export async function loadAgents(log: EventLog, agentIds: readonly number[]): Promise<ReadonlyMap<number, AgentState>> {
  const agents = await loadMany(log, agentDecider, agentIds.map(agentStreamOf));
  return new Map(agentIds.map((agentId) => [agentId, agents.get(agentStreamOf(agentId))?.state ?? noAgent]));
}

export interface AgentRecord {
  /** Loaded from the events, so always current. */
  readonly state: AgentState;
  /** Data that only the read model contains. */
  readonly row: AgentRow;
}

/** An agent's current record. Throws `agent.unknown`. */
export async function agentRecord({ log, db }: Stores, agentId: string): Promise<AgentRecord> {
  const { state } = await load(log, agentDecider, agentStreamOf(agentId));
  if (state.status === 'none') throw unknownAgent();
  const row =
    (await findAgentRow(db, state.agentId)) ??
    (await rowAsOf<AgentRow>(log, agents, {
      streamIds: [agentStreamOf(agentId)],
      key: agentId,
      at: AFTER_EVERY_EVENT,
    }));
  if (!row) throw unknownAgent();
  return { state, row };
}

/** An agent's record as of an instant. Throws `agent.not-yet` if the agent was not registered then. */
export async function agentRecordAsOf({ log }: WithLog, agentId: string, at: Date): Promise<AgentRecord> {
  const row = await rowAsOf<AgentRow>(log, agents, { streamIds: [agentStreamOf(agentId)], key: agentId, at });
  if (!row) throw new DomainError('not-found', 'agent.not-yet', 'This agent was not registered at that time.');
  const stream = await log.readStream(agentStreamOf(agentId), { personal: true });
  const events = stream.events.filter(({ metadata }) => metadata.recordedAt <= at.toISOString());
  return { state: stateOf(agentDecider, { ...stream, events }), row };
}
