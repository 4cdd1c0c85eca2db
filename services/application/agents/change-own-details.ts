import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import type { AgentDetails, BankAccount } from '@fynbos/domain/agent/details.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { staleRecord } from '@fynbos/domain/errors.ts';
import { comparableIdNumber } from '@fynbos/domain/identity/id-number.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { AgentCaller } from '../caller.ts';
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
  const owner = agentStreamOf(current.agentId);
  const { idNumber } = details;
  const stored = current.details.idNumber;
  const newNumber =
    idNumber !== undefined && comparableIdNumber(idNumber) !== comparableIdNumber(stored) ? idNumber : null;
  const claims = async (): Promise<void> => {
    if (newNumber !== null) await claimIdNumber(log, owner, newNumber, context);
  };
  const command = (state: AgentState): AgentCommand => {
    if (state.version !== current.version) throw staleRecord();
    return { type: 'ChangeDetails', details };
  };
  const { position } = await handle(log, agentDecider, owner, command, context, { claims });
  if (newNumber !== null) await releaseIdNumber(log, owner, stored, context);
  return position;
}

/**
 * An agent changes their own bank account with a proof for `banking`, which is spent if something changed. The change
 * ends the agent's other sessions and starts the account's cooling period. Throws `agent.contact-frozen`, and 403
 * without a proof.
 */
export async function changeOwnBankDetails(
  { log, auth }: Pick<Application, 'log' | 'auth'>,
  { agentId, sessionId }: AgentCaller,
  bank: BankAccount,
  context: CommandContext,
): Promise<Position | undefined> {
  const person = agentStreamOf(agentId);
  const command = { type: 'ChangeBankDetails', bank } as const;
  const position = await auth.proofs.spend(sessionId, 'banking', async () => {
    const handled = await handle(log, agentDecider, person, command, context);
    return { spent: handled.position !== undefined, result: handled.position };
  });
  if (position) await auth.sessions.endOthers(person, sessionId);
  return position;
}

/** An administrator records, with a reason, that the agent's employer consents or no longer consents. Throws `agent.unknown`. */
export async function recordEmployerConsent(
  { log }: Pick<Application, 'log'>,
  agentId: string,
  { given, reason }: { readonly given: boolean; readonly reason: string },
  context: CommandContext,
): Promise<Position | undefined> {
  const type = given ? 'GiveConsent' : 'WithdrawConsent';
  const command = { type, consent: 'employer' } as const;
  return (await handle(log, agentDecider, agentStreamOf(agentId), command, { ...context, reason })).position;
}
