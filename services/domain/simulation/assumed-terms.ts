import type { Promotion } from '../promotion/state.ts';
import type { AssumedPolicyTerms, AssumedPromotionTerms } from '../recalculation/events.ts';
import { type PolicyVersion, policyOn, type RewardPolicy } from '../reward-policy/reward-policy.ts';

const defined = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

const begins = ({ effectiveFrom }: PolicyVersion): string => effectiveFrom ?? '';

/** Applies the change from its day on, also to later versions. */
export function assumedPolicy(policy: RewardPolicy, change: AssumedPolicyTerms | null): RewardPolicy {
  if (change === null) return policy;
  const { effectiveFrom, ...fields } = change;
  const assumed = (version: PolicyVersion): PolicyVersion => ({
    ...version,
    terms: { ...version.terms, ...defined(fields) },
  });
  const before = policy.versions.filter((version) => begins(version) < effectiveFrom);
  const later = policy.versions.filter((version) => begins(version) >= effectiveFrom).map(assumed);
  const inForce =
    before.length > 0 ? [{ ...assumed(policyOn({ versions: before }, effectiveFrom)), effectiveFrom }] : [];
  return { versions: [...before, ...inForce, ...later] };
}

function changed(promotion: Promotion, change: AssumedPromotionTerms): Promotion {
  const { effectiveFrom, promoRate, isActive, startDate, endDate } = change;
  const rates = promotion.rates.filter((rate) => rate.effectiveFrom < effectiveFrom);
  const switches = promotion.switches.filter((each) => each.effectiveFrom < effectiveFrom);
  return {
    ...promotion,
    ...defined({ startDate, endDate }),
    rates: promoRate === undefined ? promotion.rates : [...rates, { promoRate, effectiveFrom }],
    switches:
      isActive === undefined
        ? promotion.switches
        : [...switches, { isActive, effectiveFrom, shownFrom: effectiveFrom }],
  };
}

/** Rates and switches replace later ones. */
export const assumedPromotion = (promotion: Promotion, changes: readonly AssumedPromotionTerms[]): Promotion =>
  changes.filter(({ promotionId }) => promotionId === promotion.promotionId).reduce(changed, promotion);
