import { type Cents, timesRate } from '../money.ts';

/**
 * Gross is the larger of the minimum and revenue × rate, rounded half up; PAYE is rounded; nett is the difference (R9,
 * M2, M3).
 */
export function rewardOf(
  tkRevenueCents: Cents,
  rate: number,
  minimumRewardCents: Cents,
  payeRate: number,
): { grossCents: Cents; payeCents: Cents; nettCents: Cents } {
  const grossCents = Math.max(minimumRewardCents, timesRate(tkRevenueCents, rate));
  const payeCents = timesRate(grossCents, payeRate);
  return { grossCents, payeCents, nettCents: grossCents - payeCents };
}
