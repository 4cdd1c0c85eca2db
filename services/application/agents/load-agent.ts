import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import type { AgentDetails } from '@fynbos/domain/agent/details.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { load } from '../handle.ts';
import type { Application } from '../services.ts';

/** An agent with readable personal details. */
export type KnownAgent = AgentState & { readonly details: AgentDetails };

export const unknownAgent = () => new DomainError('not-found', 'agent.unknown', AGENT_MESSAGES.notFound);

/** The agent's current state. Throws `agent.unknown` for an agent that does not exist or was erased. */
export async function loadAgent({ log }: Pick<Application, 'log'>, agentId: number | string): Promise<KnownAgent> {
  const { state } = await load(log, agentDecider, agentStream(agentId));
  if (!state.details) throw unknownAgent();
  return { ...state, details: state.details };
}
