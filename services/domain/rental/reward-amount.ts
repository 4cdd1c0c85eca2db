import { type Amounts, amountsOf } from '../amounts.ts';
import { type Cents, timesRate } from '../money.ts';

/** Gross: the larger of the minimum and revenue × rate, rounded half up. PAYE is rounded (R9, M2, M3). */
export function rewardAmounts(
  tkRevenueCents: Cents,
  rate: number,
  minimumRewardCents: Cents,
  payeRate: number,
): Amounts {
  const grossCents = Math.max(minimumRewardCents, timesRate(tkRevenueCents, rate));
  return amountsOf(grossCents, timesRate(grossCents, payeRate));
}
