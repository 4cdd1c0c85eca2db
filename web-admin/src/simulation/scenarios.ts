import { ACTUAL_TERMS, centsOf, fractionOf, numberOf, termsOf } from './terms.ts';

export const newScenario = (name: string) => ({
  ...ACTUAL_TERMS,
  name,
  payoutMinimum: '',
  coolingHours: '',
  nonResidentPercent: '',
});
/** A scenario as typed. Empty values keep the present terms. */
export type ScenarioValues = Readonly<ReturnType<typeof newScenario>>;

export const payoutTermsOf = ({ payoutMinimum, coolingHours, nonResidentPercent }: ScenarioValues) => ({
  payoutMinimumCents: centsOf(payoutMinimum) ?? null,
  coolingHours: numberOf(coolingHours) ?? null,
  nonResidentRate: fractionOf(nonResidentPercent) ?? null,
});

/** The request of a scenario over a period that begins on `from`. */
export const scenarioOf = (typed: ScenarioValues, from: string) => ({
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
