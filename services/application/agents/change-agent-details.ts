import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import type { AgentDetails } from '@fynbos/domain/agent/details.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { staleRecord } from '@fynbos/domain/errors.ts';
import { comparableIdNumber } from '@fynbos/domain/identity/id-number.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { handle } from '../handle.ts';
import type { Application } from '../services.ts';
import { claimIdNumber, releaseIdNumber } from './claims.ts';
import type { KnownAgent } from './load-agent.ts';

/**
 * An administrator changes fields of an agent that need no approval. A new ID number is claimed, and the old one
 * released. `current`: the agent as the administrator saw it. Throws `staleRecord` if the agent has changed since, and
 * `agent.id-number-taken`.
 */
export async function changeAgentDetails(
  { log }: Pick<Application, 'log'>,
  current: KnownAgent,
  details: Partial<AgentDetails>,
  context: CommandContext,
): Promise<Position | undefined> {
  const owner = agentStream(current.agentId);
  const { idNumber } = details;
  const stored = current.details.idNumber;
  const newNumber =
    idNumber !== undefined && comparableIdNumber(idNumber) !== comparableIdNumber(stored) ? idNumber : null;
  const claims = async (): Promise<void> => {
    if (newNumber !== null) await claimIdNumber(log, owner, newNumber, context);
  };
  const command = (state: AgentState): AgentCommand => {
    if (state.version !== current.version) throw staleRecord();
    return { type: 'ChangeDetails', at: context.now.toISOString(), details };
  };
  const { position } = await handle(log, agentDecider, owner, command, context, { claims });
  if (newNumber !== null) await releaseIdNumber(log, owner, stored, context);
  return position;
}
