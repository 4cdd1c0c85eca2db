import { ACTUAL_TERMS, centsOf, fractionOf, numberOf, type TermsTyped, termsOf } from './terms.ts';

/** A scenario as typed. Empty values keep the present terms. */
export interface ScenarioTyped extends TermsTyped {
  readonly name: string;
  readonly payoutMinimum: string;
  readonly coolingHours: string;
  readonly nonResidentPercent: string;
}

export const newScenario = (name: string): ScenarioTyped => ({
  ...ACTUAL_TERMS,
  name,
  payoutMinimum: '',
  coolingHours: '',
  nonResidentPercent: '',
});

export const payoutTermsOf = ({ payoutMinimum, coolingHours, nonResidentPercent }: ScenarioTyped) => ({
  payoutMinimumCents: centsOf(payoutMinimum) ?? null,
  coolingHours: numberOf(coolingHours) ?? null,
  nonResidentRate: fractionOf(nonResidentPercent) ?? null,
});

/** The request of a scenario over a period that begins on `from`. */
export const scenarioOf = (typed: ScenarioTyped, from: string) => ({
  ...termsOf(typed, from),
  ...payoutTermsOf(typed),
});

export type Compared = { readonly id: string; readonly name: string } & Readonly<ReturnType<typeof payoutTermsOf>>;

/** The comparison of an address; empty for a text that is none. */
export function comparedOf(text: string | null): readonly Compared[] {
  try {
    const parsed = JSON.parse(text ?? '[]') as readonly Compared[];
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
