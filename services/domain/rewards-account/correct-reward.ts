import { NOTHING, sameAmounts } from './amounts.ts';
import type { CorrectReward } from './commands.ts';
import type { RewardsAccountEvent } from './events.ts';
import type { RewardsAccount } from './state.ts';

/** Books a given correction of a reservation once; nothing for a correction of zero (L8). */
export function correctReward(command: CorrectReward, state: RewardsAccount): RewardsAccountEvent[] {
  const { agentId, adjustmentId, reason, text, today, reservationNo, payeRate, correction } = command;
  if (state.adjustments.get(adjustmentId) || sameAmounts(correction, NOTHING)) return [];
  return [
    {
      type: 'AccountAdjusted',
      data: {
        ...{ agentId, adjustmentId, reason, text, reservationNo, decisionNo: null, payeRate, dated: today },
        ...correction,
      },
    },
  ];
}
