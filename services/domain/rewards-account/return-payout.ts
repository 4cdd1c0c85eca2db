import { bare, NOTHING, sameAmounts } from './amounts.ts';
import type { AccountCommandOf } from './commands.ts';
import type { PaidAdjustment, PaidReward, RewardsAccountEvent } from './events.ts';
import { adjustmentOf, earnedByAdjustment, rewardOf, underTreatment } from './payout.ts';
import { PARTS_AT_ONCE, partsOf } from './payout-parts.ts';
import type { RewardsAccount } from './state.ts';
import { taxDifference } from './tax-difference.ts';

interface Taken {
  /** Rewards that stand as they were paid. */
  readonly restored: readonly PaidReward[];
  /** Rewards that were corrected since. */
  readonly kept: readonly PaidReward[];
  readonly adjustments: readonly PaidAdjustment[];
}

/** Everything that a paid run took from the account and that did not come back yet, as it was paid. */
function takenBy(state: RewardsAccount, runId: string, rate: number): Taken {
  const restored: PaidReward[] = [];
  const kept: PaidReward[] = [];
  for (const [reservationNo, reward] of state.rewards.entries()) {
    if (reward.runId !== runId || reward.paid === null) continue;
    const paid = { reservationNo, ...bare(reward.paid) };
    (sameAmounts(reward, reward.paid) ? restored : kept).push(paid);
  }
  const adjustments: PaidAdjustment[] = [];
  for (const [adjustmentId, adjustment] of state.adjustments.entries()) {
    if (adjustment.runId === runId && adjustment.state === 'settled')
      adjustments.push({ adjustmentId, ...underTreatment(adjustment, rate) });
  }
  return { restored, kept, adjustments };
}

/**
 * The bank sent a payment back. Rewards are earned and unpaid again; those corrected since stay settled and their payment
 * comes back as an open entry. A few parts at a time: the command is repeated until it gives nothing. Gives nothing unless
 * the run's last word was paid.
 */
export function returnPayout(
  { agentId, runId, answerId, reason, today }: AccountCommandOf<'ReturnPayout'>,
  state: RewardsAccount,
): RewardsAccountEvent[] {
  const payout = state.payouts.get(runId);
  if (payout?.outcome !== 'paid') return [];
  const { treatment, returnedParts } = payout;
  const { restored, kept, adjustments } = takenBy(state, runId, treatment.rate);
  const keptNumbers = new Set(kept.map(({ reservationNo }) => reservationNo));
  const isKept = ({ reservationNo }: PaidReward): boolean => keptNumbers.has(reservationNo);
  const frozenOf = ({ reservationNo }: PaidReward) => rewardOf(state, reservationNo).frozen ?? NOTHING;
  const parts = partsOf([...adjustments, ...kept, ...restored], (entry) => {
    if ('adjustmentId' in entry) return earnedByAdjustment(state, entry);
    return isKept(entry) ? 0 : frozenOf(entry).nettCents;
  });
  const now = parts.slice(0, PARTS_AT_ONCE);
  const adjusted = now.flatMap((part) => part.adjustments);
  const back = now.flatMap((part) => part.rewards.filter((reward) => !isKept(reward)));
  const difference = taxDifference(
    {
      ...{ agentId, dated: today, kind: treatment.kind },
      adjustmentId: `tax-returned-${runId}${returnedParts === 0 ? '' : `-${returnedParts + 1}`}`,
    },
    [...back, ...adjusted],
    [...back.map(frozenOf), ...adjusted.map(({ adjustmentId }) => adjustmentOf(state, adjustmentId))],
  );
  const entries = now.map(({ rewards, ...own }, index): RewardsAccountEvent => {
    const part = { part: returnedParts + index + 1, parts: returnedParts + parts.length, ...own };
    const sorted = { rewards: rewards.filter((reward) => !isKept(reward)), kept: rewards.filter(isKept) };
    const about = { agentId, runId, answerId, returnedOn: today, reason, treatment };
    return { type: 'PayoutReturned', data: { ...about, ...part, ...sorted } };
  });
  return [...entries, ...difference];
}
