import { amountsOf } from '../../amounts.ts';
import type { Day } from '../../calendar.ts';
import type { Decider } from '../../decider.ts';
import type { AccountEventOf, RewardsAccountEvent } from '../events.ts';
import { taxDifference } from './tax-difference.ts';

type FrozenLine = AccountEventOf<'PayoutReserved'>['data'];

/**
 * The frozen line if it is the account's last entry, so that the account need not be read. Null otherwise, and for a
 * line of several parts.
 */
export function unchangedLine(last: RewardsAccountEvent | undefined, runId: string): FrozenLine | null {
  const isLine = last?.type === 'PayoutReserved' && last.data.runId === runId;
  return isLine && last.data.part === 1 && last.data.parts === 1 ? last.data : null;
}

interface SettleUnchanged {
  readonly type: 'SettleUnchanged';
  readonly runId: string;
  readonly answerId: string;
  readonly paidOn: Day;
}

/**
 * Pays an account that is as it was frozen, as `SettlePayout` would. No event for other accounts, and for lines with
 * adjustments: only the whole account knows their tax.
 */
export const unchangedAccountDecider: Decider<RewardsAccountEvent | undefined, SettleUnchanged, RewardsAccountEvent> = {
  name: 'rewards-account',
  initial: undefined,
  decide({ runId, answerId, paidOn }, last) {
    const frozenLine = unchangedLine(last, runId);
    if (frozenLine === null || frozenLine.adjustments.length > 0) return [];
    const { agentId, treatment, part, parts, earnedCents, rewards, adjustments, ...line } = frozenLine;
    const { grossCents, payeCents, nettCents } = line;
    const frozen = amountsOf(grossCents, grossCents - earnedCents);
    const amounts = { grossCents, payeCents, nettCents, earnedCents };
    return [
      ...taxDifference(
        { agentId, adjustmentId: `tax-${runId}`, dated: paidOn, kind: treatment.kind },
        [frozen],
        [line],
      ),
      {
        type: 'PayoutPaid',
        data: { agentId, runId, answerId, paidOn, treatment, part, parts, ...amounts, rewards, adjustments },
      },
    ];
  },
  evolve: (_last, event) => event,
};
