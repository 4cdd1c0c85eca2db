import { centsTyped, fractionTyped, numberTyped } from '../format/format.ts';

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

const isBlank = (text: string): boolean => text.trim() === '';

/** Cents of a typed amount; null for empty text, and -1 for invalid text, which the server refuses. */
const centsOf = (text: string): number | null => (isBlank(text) ? null : (centsTyped(text) ?? -1));

/** The request of a scenario over a period that begins on `from`. */
export function scenarioOf(typed: ScenarioTyped, from: string) {
  const terms = {
    ...(isBlank(typed.minimum) ? {} : { minimumRewardCents: centsOf(typed.minimum) }),
    ...(isBlank(typed.payePercent) ? {} : { payeRate: fractionTyped(typed.payePercent) }),
    ...(isBlank(typed.expiryMonths) ? {} : { expiryMonths: numberTyped(typed.expiryMonths) }),
  };
  const promotion = {
    ...(isBlank(typed.ratePercent) ? {} : { promoRate: fractionTyped(typed.ratePercent) }),
    ...(typed.endDate === '' ? {} : { endDate: typed.endDate }),
  };
  return {
    policy: Object.keys(terms).length === 0 ? null : { effectiveFrom: from, ...terms },
    promotions: typed.promotionId === '' ? [] : [{ promotionId: typed.promotionId, effectiveFrom: from, ...promotion }],
    payoutMinimumCents: centsOf(typed.payoutMinimum),
    coolingHours: isBlank(typed.coolingHours) ? null : numberTyped(typed.coolingHours),
    nonResidentRate: isBlank(typed.nonResidentPercent) ? null : fractionTyped(typed.nonResidentPercent),
  };
}

/** The comparison of an address; empty for a text that is none. */
export function comparedOf(text: string | null): readonly Compared[] {
  try {
    const parsed = JSON.parse(text ?? '[]') as readonly Compared[];
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
