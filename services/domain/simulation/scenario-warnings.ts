import type { Day } from '../calendar.ts';
import type { RecalculationDefinition } from '../recalculation/events.ts';
import type { RewardPolicyTerms } from '../reward-policy/events.ts';

/** They change no decision, only when, whether and with which tax a balance is paid. */
export interface PayoutTermsAssumed {
  readonly payoutMinimumCents: number | null;
  readonly coolingHours: number | null;
  /** Of agents with a tax country abroad and no recorded treatment, a fraction. */
  readonly nonResidentRate: number | null;
}

/** A rate or minimum above this is probably typed wrongly: 25 instead of 0.25, rand instead of cents. */
const HIGH_RATE = 0.5;
const HIGH_FACTOR = 5;
const SHORT_EXPIRY_MONTHS = 6;

/**
 * A rate above 50 %, an end in the past, terms far from the present ones, a short expiry or waiting period (U2).
 * `today`: Johannesburg.
 */
export function scenarioWarnings(
  { policy, promotions }: Pick<RecalculationDefinition, 'policy' | 'promotions'>,
  { payoutMinimumCents, coolingHours, nonResidentRate }: PayoutTermsAssumed,
  now: RewardPolicyTerms,
  today: Day,
): string[] {
  const warnings: string[] = [];
  const isFarFrom = (assumed: number | null | undefined, present: number): boolean =>
    assumed !== null && assumed !== undefined && present > 0 && assumed > HIGH_FACTOR * present;
  if ((policy?.payeRate ?? 0) > HIGH_RATE) warnings.push('PAYE is more than 50%.');
  if ((nonResidentRate ?? 0) > HIGH_RATE) warnings.push('The rate of non-residents is more than 50%.');
  if (policy?.payeRate === 0) warnings.push('PAYE is 0%: nothing would be withheld.');
  if (isFarFrom(policy?.minimumRewardCents, now.minimumRewardCents))
    warnings.push(`The minimum reward is more than ${HIGH_FACTOR} times the present one.`);
  if (isFarFrom(payoutMinimumCents, now.payoutMinimumCents))
    warnings.push(`The minimum payout is more than ${HIGH_FACTOR} times the present one.`);
  const expiry = policy?.expiryMonths;
  if (expiry !== null && expiry !== undefined && expiry < SHORT_EXPIRY_MONTHS)
    warnings.push(`Rewards expire after less than ${SHORT_EXPIRY_MONTHS} months.`);
  if (coolingHours !== null && coolingHours < now.coolingHours)
    warnings.push('The waiting period of a new bank account is shorter: less time to notice a fraudulent change.');
  for (const { promoRate, startDate, endDate } of promotions) {
    if ((promoRate ?? 0) > HIGH_RATE) warnings.push('A promotion pays more than 50% of the revenue.');
    if (endDate && endDate < today) warnings.push('A promotion ends before today.');
    if (startDate && startDate > today) warnings.push('A promotion starts after today: its past rentals earn nothing.');
  }
  return [...new Set(warnings)];
}
