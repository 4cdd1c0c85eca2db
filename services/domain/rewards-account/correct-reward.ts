import { NOTHING, sameAmounts } from './amounts.ts';
import type { CorrectReward } from './commands.ts';
import type { RewardsAccountEvent } from './events.ts';
import type { RewardsAccount } from './state.ts';
import { underAssumedTerms } from './under-assumed-terms.ts';

/** An entry that corrects a reservation to what would stand under the assumed terms, once; none where that stands already. */
export function correctReward(command: CorrectReward, state: RewardsAccount): RewardsAccountEvent[] {
  const { agentId, adjustmentId, reason, text, today, assumption } = command;
  if (state.adjustments.get(adjustmentId)) return [];
  const { correction, payeRate } = underAssumedTerms(state, assumption, today);
  if (sameAmounts(correction, NOTHING)) return [];
  return [
    {
      type: 'AccountAdjusted',
      data: {
        agentId,
        adjustmentId,
        reason,
        text,
        reservationNo: assumption.decision.reservationNo,
        decisionNo: null,
        payeRate,
        dated: today,
        ...correction,
      },
    },
  ];
}
