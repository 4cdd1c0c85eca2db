import { addMonths, dayOf } from '@fynbos/domain/calendar.ts';
import type { RewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import { payableUnder, rewardsUnder } from '@fynbos/projections/liability/policy-preview.ts';
import type { Application } from '../services.ts';
import { termsAt } from './current-policy.ts';

/**
 * The effect of other terms, in cents: agents who reach the payout minimum now, and the rewards of the last twelve
 * months of invoices. It records nothing.
 */
export async function previewPolicy(
  { log, pool }: Pick<Application, 'log' | 'pool'>,
  terms: RewardPolicyTerms,
  now: Date,
) {
  const since = addMonths(dayOf(now), -12);
  const [payable, rewards] = await Promise.all([
    payableUnder(pool, await termsAt(log, now), terms),
    rewardsUnder(pool, terms, since),
  ]);
  return { payable, rewards: { since, ...rewards } };
}
