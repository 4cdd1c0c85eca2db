import { taxedAt } from './amounts.ts';
import type { Amounts } from './events.ts';
import type { AccountReward } from './state.ts';

/**
 * What a decision that is not a refusal owes of a reward that was paid, taxed at `rate`. While the rental is on hold nothing
 * more is owed than stands or was paid: the decision of the release says it again (docs/decisions/0019).
 */
export function owedOfPaid(reward: AccountReward, owed: Amounts & { readonly status: string }, rate: number): Amounts {
  const { paid } = reward;
  const most = paid !== null && paid.grossCents > reward.grossCents ? paid : reward;
  const isMoreOnHold = owed.status === 'Pending' && owed.grossCents > most.grossCents;
  return taxedAt(isMoreOnHold ? most : owed, rate);
}
