import { dayOf } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import type { RewardsAccountCommand } from './commands.ts';
import { adjustAccount, correctReward, recordOpeningBalance } from './corrections.ts';
import type { RewardsAccountEvent } from './events.ts';
import { evolveAccount } from './evolve.ts';
import { expireRewards } from './expiry.ts';
import { holdAfterFailure, placeHold, releaseHold } from './holds.ts';
import { reservePayout } from './payout/payout.ts';
import { reinstatePayout, returnPayout } from './payout/return-payout.ts';
import { settlePayout } from './payout/settle-payout.ts';
import { postReward } from './post-reward.ts';
import { emptyAccount, type RewardsAccount } from './state.ts';

export type { RewardsAccountCommand } from './commands.ts';
export type { RewardsAccount } from './state.ts';

export const accountStreamOf = (agentId: number | string): string => `rewards-account-${agentId}`;

/** Reserved and nothing paid: it can be dropped or fail as a whole. */
const isReserved = ({ reservation }: RewardsAccount, runId: string): boolean =>
  reservation?.runId === runId && reservation.paidParts === 0;

/**
 * A repeated command leads to no event. Rejects with
 * `rewards-account.{reserved,paid-since,amounts,opening,hold-unknown,hold-large}`.
 */
export const rewardsAccountDecider: Decider<RewardsAccount, RewardsAccountCommand, RewardsAccountEvent> = {
  name: 'rewards-account',
  initial: emptyAccount,

  decide(command, state, at) {
    const { agentId } = command;
    const today = dayOf(new Date(at));
    switch (command.type) {
      case 'PostReward':
        return postReward(command, state, today);
      case 'ReservePayout':
        return reservePayout(command, state, at);
      case 'SettlePayout':
        return settlePayout(command, state, today);
      case 'ReturnPayout':
        return returnPayout(command, state);
      case 'ReleasePayout':
        if (!isReserved(state, command.runId)) return [];
        return [{ type: 'PayoutReleased', data: { agentId, runId: command.runId, reason: command.reason } }];
      case 'FailPayout':
        if (!isReserved(state, command.runId)) return [];
        return [
          {
            type: 'PayoutFailed',
            data: { agentId, runId: command.runId, answerId: command.answerId, reason: command.reason, on: today },
          },
          ...holdAfterFailure(command, state, today),
        ];
      case 'ReinstatePayout':
        return reinstatePayout(command, state, today);
      case 'ExpireRewards':
        return expireRewards(command, state, today);
      case 'AdjustAccount':
        return adjustAccount(command, state, today);
      case 'CorrectReward':
        return correctReward(command, state, today);
      case 'RecordOpeningBalance':
        return recordOpeningBalance(command, state);
      case 'PlacePayoutHold':
        return placeHold(command, state, today);
      case 'ReleasePayoutHold':
        return releaseHold(command, state, today);
      case 'WaivePayoutMinimum':
        // A line at the bank uses up an earlier waiver, not this one.
        return state.isMinimumWaived && !state.reservation?.isMinimumWaived
          ? []
          : [{ type: 'PayoutMinimumWaived', data: { agentId, reason: command.reason, on: today } }];
    }
  },

  evolve: evolveAccount,
};
