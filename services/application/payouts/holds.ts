import { randomUUID } from 'node:crypto';
import { agentIdOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError, isDomainError } from '@fynbos/domain/errors.ts';
import { BANK_DETAILS_CHANGED, FAILED_PAYMENT, HOLD_LARGE } from '@fynbos/domain/rewards-account/holds.ts';
import {
  accountStreamOf,
  type RewardsAccount,
  rewardsAccountDecider,
} from '@fynbos/domain/rewards-account/rewards-account.ts';
import { SIGNAL_UNKNOWN, signalDecider, signalStreamOf } from '@fynbos/domain/signal/signal.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { type Reaction, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { existingAgent } from '../agents/load-agent.ts';
import { handle, load, sender } from '../handle.ts';
import { causedBy } from '../reaction-support.ts';
import { termsAt } from '../reward-policy/current-policy.ts';
import { onAccounts } from '../rewards/accounts.ts';
import type { Application, WithLog } from '../services.ts';

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

/** Lets the next run pay an agent below the payout minimum. Throws 404 for an unknown agent. */
export async function waivePayoutMinimum(
  services: WithLog,
  { agentId, reason }: { readonly agentId: number; readonly reason: string },
  context: CommandContext,
): Promise<Position | undefined> {
  await existingAgent(services, agentId);
  const command = { type: 'WaivePayoutMinimum', agentId, reason } as const;
  return sendToAccount(services, agentId, command, { ...context, reason });
}

/** Releases the holds after failed payments once the agent's bank account has changed (O19). */
export const failedPaymentHoldsReaction = ({ log, now }: Pick<Application, 'log' | 'now'>): Reaction =>
  reactionTo<Extract<AgentEvent, { type: 'BankDetailsChanged' }>>({
    name: 'release-failed-payment-holds',
    eventTypes: ['BankDetailsChanged'],
    appends: ['PayoutHoldReleased'],
    async react(batch, io) {
      for (const event of batch) {
        const agentId = agentIdOf(event.streamId);
        const context = causedBy(event, 'release-failed-payment-holds', now());
        const changedOn = dayOf(new Date(event.data.changedAt));
        const release = {
          type: 'ReleasePayoutHold',
          agentId,
          limitCents: null,
          reason: BANK_DETAILS_CHANGED,
        } as const;
        // Repeated until no such hold is left. A bank account changed before the day of a hold is the one that failed.
        const releaseNext = (_id: number, { holds }: RewardsAccount) => {
          const next = [...holds].find(([, { signal, on }]) => signal === FAILED_PAYMENT && on <= changedOn);
          return next ? { ...release, holdId: next[0] } : null;
        };
        const outcomes = await onAccounts(log, [agentId], releaseNext, context);
        for (const { position } of outcomes.values()) if (position !== undefined) io.appended(position);
      }
    },
  });
