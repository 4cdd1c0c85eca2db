import { randomUUID } from 'node:crypto';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError, isDomainError } from '@fynbos/domain/errors.ts';
import { HOLD_LARGE } from '@fynbos/domain/rewards-account/holds.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { SIGNAL_UNKNOWN, signalDecider, signalStreamOf } from '@fynbos/domain/signal/signal.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { existingAgent } from '../agents/load-agent.ts';
import { handle, load, sender } from '../handle.ts';
import { termsAt } from '../reward-policy/current-policy.ts';
import type { WithLog } from '../services.ts';

const sendToAccount = sender(rewardsAccountDecider, accountStreamOf);

/** A hold or a signal of an agent. `holdId` is the signal's id where a signal raised the hold. */
export interface HoldId {
  readonly agentId: number;
  readonly holdId: string;
}

/** Holds payments to an agent. Throws 404 for an unknown agent. */
export async function placeHold(
  services: WithLog,
  { agentId, reason }: { readonly agentId: number; readonly reason: string },
  context: CommandContext,
): Promise<Position | undefined> {
  await existingAgent(services, agentId);
  const hold = { agentId, holdId: randomUUID(), signal: 'Finance', reason } as const;
  return sendToAccount(services, agentId, { type: 'PlacePayoutHold', ...hold }, { ...context, reason });
}

/**
 * `'needs-approval'` above the policy's limit (O15): the account decides, so nothing changes between check and release.
 */
export async function releaseHold(
  services: WithLog,
  { agentId, holdId }: HoldId,
  reason: string,
  context: CommandContext,
): Promise<{ readonly position: Position | undefined } | 'needs-approval'> {
  const { holdReleaseLimitCents: limitCents } = await termsAt(services.log, context.now);
  const release = { agentId, holdId, reason, limitCents } as const;
  try {
    const command = { type: 'ReleasePayoutHold', ...release } as const;
    return { position: await sendToAccount(services, agentId, command, { ...context, reason }) };
  } catch (error) {
    if (isDomainError(error) && error.code === HOLD_LARGE) return 'needs-approval';
    throw error;
  }
}

/** Holds payments because of a signal. Throws 404 for an unknown signal and 409 for a dismissed one. */
export async function holdForSignal(
  services: WithLog,
  { agentId, holdId }: HoldId,
  reason: string,
  context: CommandContext,
): Promise<Position | undefined> {
  const { state } = await load(services.log, signalDecider, signalStreamOf(agentId, holdId));
  if (state.status === 'none') throw new DomainError('not-found', 'signal.unknown', SIGNAL_UNKNOWN);
  if (state.status === 'dismissed')
    throw new DomainError('conflict', 'signal.dismissed', 'This signal was dismissed. Place a separate hold instead.');
  await existingAgent(services, agentId);
  const hold = { agentId, holdId, signal: state.raised.signal, reason } as const;
  return sendToAccount(services, agentId, { type: 'PlacePayoutHold', ...hold }, { ...context, reason });
}

/** Dismisses a signal that holds nothing. Throws 404 for an unknown signal and 409 if it holds payments. */
export async function dismissSignal(
  { log }: WithLog,
  { agentId, holdId }: HoldId,
  reason: string,
  context: CommandContext,
): Promise<Position | undefined> {
  const { state } = await load(log, rewardsAccountDecider, accountStreamOf(agentId));
  if (state.holds.has(holdId))
    throw new DomainError('conflict', 'signal.held', 'This signal holds payments. Release the hold instead.');
  const command = { type: 'DismissSignal', reason } as const;
  return (
    await handle(log, {
      decider: signalDecider,
      streamId: signalStreamOf(agentId, holdId),
      command,
      context: { ...context, reason },
    })
  ).position;
}
