import { taxedAt } from './amounts.ts';
import type { Amounts } from './events.ts';
import type { AccountReward } from './state.ts';

/**
 * The amounts that a later decision, other than a refusal, owes for a paid reward, taxed at `rate`. While the rental is
 * on hold, an increase waits for the decision of the release (docs/decisions/0019).
 */
export function owedAfterPayment(
  reward: AccountReward,
  owed: Amounts & { readonly status: string },
  rate: number,
): Amounts {
  const { paid } = reward;
  const most = paid !== null && paid.grossCents > reward.grossCents ? paid : reward;
  const isMoreOnHold = owed.status === 'Pending' && owed.grossCents > most.grossCents;
  return taxedAt(isMoreOnHold ? most : owed, rate);
}
