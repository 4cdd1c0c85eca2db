import type { TimelessDecider } from '../decider.ts';
import type { RewardsAccountCommand } from './commands.ts';
import { adjustAccount, correctReward, takeOpeningBalance } from './corrections.ts';
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

/** Whether the run has reserved the account and paid nothing: it can be dropped or fail as a whole. */
const isReserved = ({ reservation }: RewardsAccount, runId: string): boolean =>
  reservation?.runId === runId && reservation.paidParts === 0;

/**
 * The ledger of one agent. Commands are idempotent: a repeated command leads to no event. Rejects with `DomainError`
 * `rewards-account.reserved`, `.paid-since`, `.amounts`, `.opening`, `.hold-unknown` and `.hold-large`.
 */
export const rewardsAccountDecider: TimelessDecider<RewardsAccount, RewardsAccountCommand, RewardsAccountEvent> = {
  name: 'rewards-account',
  initial: emptyAccount,

  decide(command, state) {
    const { agentId, today } = command;
    switch (command.type) {
      case 'PostReward':
        return postReward(command, state);
      case 'ReservePayout':
        return reservePayout(command, state);
      case 'SettlePayout':
        return settlePayout(command, state);
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
          ...holdAfterFailure(command, state),
        ];
      case 'ReinstatePayout':
        return reinstatePayout(command, state);
      case 'ExpireRewards':
        return expireRewards(command, state);
      case 'AdjustAccount':
        return adjustAccount(command, state);
      case 'CorrectReward':
        return correctReward(command, state);
      case 'TakeOpeningBalance':
        return takeOpeningBalance(command, state);
      case 'PlacePayoutHold':
        return placeHold(command, state);
      case 'ReleasePayoutHold':
        return releaseHold(command, state);
      case 'WaivePayoutMinimum':
        return state.isMinimumWaived
          ? []
          : [{ type: 'PayoutMinimumWaived', data: { agentId, reason: command.reason, on: today } }];
    }
  },

  evolve: evolveAccount,
};
