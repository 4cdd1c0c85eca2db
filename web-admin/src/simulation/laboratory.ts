import { assumedPolicy, centsOf, fractionOf, given, numberOf } from './what-if-typed.ts';

/** Terms of a scenario as typed. Empty values keep the present terms. */
export interface ScenarioTyped {
  readonly name: string;
  readonly minimum: string;
  readonly payoutMinimum: string;
  readonly payePercent: string;
  readonly expiryMonths: string;
  readonly coolingHours: string;
  readonly nonResidentPercent: string;
  readonly promotionId: string;
  readonly ratePercent: string;
  readonly endDate: string;
}

/** A scenario of a comparison: its simulation and its payout terms. */
export interface Compared {
  readonly id: string;
  readonly name: string;
  readonly payoutMinimumCents: number | null;
  readonly coolingHours: number | null;
  readonly nonResidentRate: number | null;
}

export const newScenario = (name: string): ScenarioTyped => ({
  name,
  minimum: '',
  payoutMinimum: '',
  payePercent: '',
  expiryMonths: '',
  coolingHours: '',
  nonResidentPercent: '',
  promotionId: '',
  ratePercent: '',
  endDate: '',
});

/** The request of a scenario over a period that begins on `from`. */
export const scenarioOf = (typed: ScenarioTyped, from: string) => ({
  policy: assumedPolicy(from, {
    minimumRewardCents: centsOf(typed.minimum),
    payeRate: fractionOf(typed.payePercent),
    expiryMonths: numberOf(typed.expiryMonths),
  }),
  promotions:
    typed.promotionId === ''
      ? []
      : [
          {
            promotionId: typed.promotionId,
            effectiveFrom: from,
            ...given({ promoRate: fractionOf(typed.ratePercent), endDate: typed.endDate || undefined }),
          },
        ],
  payoutMinimumCents: centsOf(typed.payoutMinimum) ?? null,
  coolingHours: numberOf(typed.coolingHours) ?? null,
  nonResidentRate: fractionOf(typed.nonResidentPercent) ?? null,
});

/** The comparison of an address; empty for a text that is none. */
export function comparedOf(text: string | null): readonly Compared[] {
  try {
    const parsed = JSON.parse(text ?? '[]') as readonly Compared[];
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
