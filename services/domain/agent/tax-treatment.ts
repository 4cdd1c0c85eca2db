import { z } from 'zod';

export const taxTreatment = z.object({
  kind: z.enum(['paye', 'directive', 'independent-contractor', 'company-payee', 'non-resident']),
  /** A fraction of gross; 0.25 for ordinary PAYE. */
  rate: z.number().min(0).max(1),
  directiveNumber: z.string().optional(),
  /** The last day of a directive. Directives of earlier releases have no end. */
  until: z.iso.date().optional(),
  /** The document that proves the treatment. */
  evidence: z.string().optional(),
});
export type TaxTreatment = z.output<typeof taxTreatment>;

/** The treatment that a payout used: its kind, and the fraction of gross that was withheld. */
export const treatmentUsed = z.object({ kind: z.string(), rate: z.number(), directiveNumber: z.string().optional() });
export type TreatmentUsed = z.output<typeof treatmentUsed>;

/** The treatment of an agent without a recorded one. */
export const ORDINARY_TREATMENT: TaxTreatment = { kind: 'paye', rate: 0.25 };

export interface TreatmentFrom {
  readonly effectiveFrom: string;
  readonly treatment: TaxTreatment;
}

/** The last set among those with the latest start on or before the day that have not ended (T12). */
export function treatmentOn(treatments: readonly TreatmentFrom[], day: string): TaxTreatment {
  let found: TreatmentFrom | undefined;
  for (const one of treatments) {
    const { until } = one.treatment;
    if (until !== undefined && until < day) continue;
    if (one.effectiveFrom <= day && (!found || one.effectiveFrom >= found.effectiveFrom)) found = one;
  }
  return found?.treatment ?? ORDINARY_TREATMENT;
}

/** Whether finance has recorded a treatment that has begun by a day, ended directives included (T17). */
export const hasTreatmentBy = (treatments: readonly TreatmentFrom[], day: string): boolean =>
  treatments.some(({ effectiveFrom }) => effectiveFrom <= day);

/**
 * For decisions and payments of a day. `payeRate`: of the policy in force, used for ordinary PAYE. Directives and
 * non-residents have their own rates; contractors and companies are at 0.
 */
export function treatmentUsedOn(treatments: readonly TreatmentFrom[], day: string, payeRate: number): TreatmentUsed {
  const { kind, rate, directiveNumber } = treatmentOn(treatments, day);
  if (kind === 'paye') return { kind, rate: payeRate };
  if (kind === 'directive') return { kind, rate, ...(directiveNumber === undefined ? {} : { directiveNumber }) };
  return { kind, rate: kind === 'non-resident' ? rate : 0 };
}
