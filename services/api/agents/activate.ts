import { handle } from '@fynbos/application/handle.ts';
import { TRACKING_CLAIM } from '@fynbos/application/rentals/references.ts';
import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import { AGENT_MESSAGES } from '@fynbos/domain/agent/messages.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { trackingNumberOf } from '@fynbos/domain/identity/tracking-number.ts';
import { claim } from '@fynbos/event-store/claims.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { Services } from '../http/services.ts';

/**
 * Makes a registered agent active and gives the tracking number: claimed first, so that a rental that arrives in between
 * finds its agent. The number follows from the agent's own id, so trying again gives the same. An agent who is active
 * stays as they are. `codeId`: the one-time code that was entered for it; its verification goes into the same append.
 */
export async function activate(
  { log, config }: Services,
  agentId: number,
  context: CommandContext,
  codeId?: string,
): Promise<Position | undefined> {
  const owner = `agent-${agentId}`;
  const loyaltyTrackingNo = trackingNumberOf(agentId, config.programme.TRACKING_NUMBER_PREFIX);
  const ours = await claim(log, {
    kind: TRACKING_CLAIM,
    text: loyaltyTrackingNo,
    owner,
    ownerLanded: async () => true,
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
