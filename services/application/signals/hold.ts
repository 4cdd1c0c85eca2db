import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Signal } from '@fynbos/domain/signal/signal.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { ReactionIo } from '@fynbos/projections/engine/reaction.ts';
import { onAccounts } from '../rewards/accounts.ts';

export interface SignalHold {
  /** The same for the same people and cause, so that a hold that finance released is not placed again. */
  readonly holdId: string;
  readonly signal: Signal;
  readonly reason: string;
}

/** Places holds on payments to all these agents. */
export async function holdAll(
  log: EventLog,
  agentIds: readonly number[],
  hold: SignalHold,
  context: CommandContext,
  io: ReactionIo,
): Promise<void> {
  const today = dayOf(context.now);
  const outcomes = await onAccounts(
    log,
    agentIds,
    (agentId) => ({ type: 'PlacePayoutHold', agentId, ...hold, today }),
    context,
  );
  for (const { position } of outcomes.values()) if (position !== undefined) io.appended(position);
}

const inOrder = (pair: readonly number[]): number[] => [...pair].sort((a, b) => a - b);

/** An agent and their referrer use the same bank account, identified by its stream. */
export const referrersAccount = (accountStream: string, pair: readonly number[]): SignalHold => ({
  holdId: `referrer-${accountStream.slice(-12)}-${inOrder(pair).join('-')}`,
  signal: 'ReferrersAccount',
  reason: `Agents ${inOrder(pair).join(' and ')}, where one referred the other, use the same bank account.`,
});

/** An agent and their referrer appear to be the same person. */
export const selfReferral = (pair: readonly number[]): SignalHold => ({
  holdId: `self-referral-${inOrder(pair).join('-')}`,
  signal: 'SelfReferral',
  reason: `Agents ${inOrder(pair).join(' and ')}, where one referred the other, look like the same person.`,
});
