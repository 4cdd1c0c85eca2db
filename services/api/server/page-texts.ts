import { formatPercent, formatRand } from '@fynbos/domain/format.ts';
import type { RewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';
import type { Programme } from '@fynbos/platform/config/programme.ts';

/** The texts of the placeholders in pages, by name. A page contains `__NAME__` (web-agent/src/settings.ts). */
export type PageTexts = Readonly<Record<string, string>>;

const shortRand = (cents: number): string => formatRand(cents).replace(/\.00$/, '');

/** The support contacts of this environment and the figures of the policy in force (R9, O1, T1, E1, O7). */
export const pageTexts = (
  { SUPPORT_EMAIL, SUPPORT_WEB, HEAD_OFFICE }: Pick<Programme, 'SUPPORT_EMAIL' | 'SUPPORT_WEB' | 'HEAD_OFFICE'>,
  { minimumRewardCents, payoutMinimumCents, payeRate, expiryMonths, coolingHours }: RewardPolicyTerms,
): PageTexts => ({
  SUPPORT_EMAIL,
  SUPPORT_WEB,
  SUPPORT_WEB_NAME: SUPPORT_WEB.replace('https://', ''),
  HEAD_OFFICE,
  MINIMUM_REWARD: shortRand(minimumRewardCents),
  PAYOUT_MINIMUM: shortRand(payoutMinimumCents),
  PAYE_RATE: formatPercent(payeRate),
  // A whole phrase, because a prerendered page cannot choose between two sentences.
  EXPIRY: expiryMonths === null ? 'does not expire' : `expires ${expiryMonths} months after it was earned`,
  COOLING_HOURS: String(coolingHours),
});
