import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { trackingNumberOf } from '@fynbos/domain/identity/numbers.ts';
import { claim } from '@fynbos/event-store/claims/claims.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { handle } from '../handle.ts';
import { TRACKING_CLAIM } from '../rentals/references.ts';
import type { Application } from '../services.ts';

/**
 * Activates a registered agent and issues the tracking number. Does nothing for an active agent. The number is claimed
 * before the activation, so that a rental that arrives between the two finds its agent. It is derived from the agent's
 * id, so a retry issues the same number. `codeId`: the one-time code of a registration, verified in the same append.
 * Throws `agent.tracking-number-taken` and `agent.suspended`.
 */
export async function activateAgent(
  { log, config }: Pick<Application, 'log' | 'config'>,
  agentId: number,
  context: CommandContext,
  codeId?: string,
): Promise<Position | undefined> {
  const owner = agentStreamOf(agentId);
  const loyaltyTrackingNo = trackingNumberOf(agentId, config.programme.TRACKING_NUMBER_PREFIX);
  const ours = await claim(log, {
    kind: TRACKING_CLAIM,
    text: loyaltyTrackingNo,
    owner,
    isOwnerRecorded: async () => true,
    context,
  });
  if (!ours) throw new DomainError('conflict', 'agent.tracking-number-taken', AGENT_MESSAGES.trackingNumberTaken);
  const membership = { loyaltyTrackingNo, activeFrom: dayOf(context.now) };
  const command: AgentCommand =
    codeId === undefined
      ? { type: 'Activate', ...membership }
      : { type: 'VerifyOtp', codeId, proof: { purpose: 'registration', ...membership } };
  const { position } = await handle(log, agentDecider, owner, command, context);
  return position;
}

/** Suspends an agent for a reason and ends every session. Throws `agent.unknown`. */
export async function suspendAgent(
  { log, auth }: Pick<Application, 'log' | 'auth'>,
  agentId: string,
  reason: string,
  context: CommandContext,
): Promise<Position | undefined> {
  const person = agentStreamOf(agentId);
  const command = { type: 'Suspend', reason } as const;
  const { position } = await handle(log, agentDecider, person, command, { ...context, reason });
  await auth.sessions.endOthers(person, null);
  return position;
}

/** Ends a suspension for a reason. Throws `agent.unknown`. */
export async function reinstateAgent(
  { log }: Pick<Application, 'log'>,
  agentId: string,
  reason: string,
  context: CommandContext,
): Promise<Position | undefined> {
  const command = { type: 'Reinstate', reason } as const;
  return (await handle(log, agentDecider, agentStreamOf(agentId), command, { ...context, reason })).position;
}

/** Unlocks the password change of an agent who entered two wrong old passwords. Throws `agent.unknown`. */
export async function unlockAgent(
  { log }: Pick<Application, 'log'>,
  agentId: string,
  context: CommandContext,
): Promise<Position | undefined> {
  const command = { type: 'Unlock' } as const;
  return (await handle(log, agentDecider, agentStreamOf(agentId), command, context)).position;
}
