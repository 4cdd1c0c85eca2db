import { z } from 'zod';
import { COUNTRY_CODES } from '../country/countries.ts';
import type { EventsOf } from '../event-schema.ts';

/** Cents of ZAR; rates are fractions. */
export const rewardPolicyTerms = z.object({
  minimumRewardCents: z.int(),
  payoutMinimumCents: z.int(),
  payeRate: z.number(),
  /** Months after which an unpaid reward expires; null switches expiry off. */
  expiryMonths: z.int().nullable(),
  /** Hours for which a new or changed bank account receives no payments (cooling period). */
  coolingHours: z.int(),
  /** Releasing a hold of more than this needs an approval. */
  holdReleaseLimitCents: z.int(),
  /** Their agents are paid only once finance has recorded a tax treatment (T17). Absent: none. */
  treatmentCountries: z.array(z.enum(COUNTRY_CODES)).optional(),
});
export type RewardPolicyTerms = z.output<typeof rewardPolicyTerms>;

export const rewardPolicyEvents = {
  /** `effectiveFrom` null: from the start, for the first policy. */
  RewardPolicySet: z.object({ version: z.int(), effectiveFrom: z.iso.date().nullable(), terms: rewardPolicyTerms }),
} as const;

export type RewardPolicyEvent = EventsOf<typeof rewardPolicyEvents>;
