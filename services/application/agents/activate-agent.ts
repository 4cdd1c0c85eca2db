import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { trackingNumberOf } from '@fynbos/domain/identity/tracking-number.ts';
import { claim } from '@fynbos/event-store/claims/claims.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { handle } from '../handle.ts';
import { TRACKING_CLAIM } from '../rentals/references.ts';
import type { Application } from '../services.ts';

/**
 * Activates a registered agent and issues the tracking number. Does nothing for an active agent.
 * The number is claimed before the activation, so that a rental that arrives between the two finds its agent. It is
 * derived from the agent's id, so a retry issues the same number.
 * `codeId`: the one-time code of a registration, verified in the same append. Throws `agent.tracking-number-taken` and
 * `agent.suspended`.
 */
export async function activateAgent(
  { log, config }: Pick<Application, 'log' | 'config'>,
  agentId: number,
  context: CommandContext,
  codeId?: string,
): Promise<Position | undefined> {
  const owner = agentStream(agentId);
  const loyaltyTrackingNo = trackingNumberOf(agentId, config.programme.TRACKING_NUMBER_PREFIX);
  const ours = await claim(log, {
    kind: TRACKING_CLAIM,
    text: loyaltyTrackingNo,
    owner,
    isOwnerRecorded: async () => true,
    context,
  });
  if (!ours) throw new DomainError('conflict', 'agent.tracking-number-taken', AGENT_MESSAGES.trackingNumberTaken);
  const at = context.now.toISOString();
  const membership = { loyaltyTrackingNo, activeFrom: dayOf(context.now) };
  const command: AgentCommand =
    codeId === undefined
      ? { type: 'Activate', at, ...membership }
      : { type: 'VerifyOtp', at, codeId, proof: { purpose: 'registration', ...membership } };
  const { position } = await handle(log, agentDecider, owner, command, context);
  return position;
}
