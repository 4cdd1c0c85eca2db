import { z } from 'zod';

/** The document that proves the treatment. */
const evidence = z.string().optional();
/** A fraction of gross. */
const rate = z.number().min(0).max(1);

export const taxTreatment = z.discriminatedUnion('kind', [
  /** At the rate of the reward policy. */
  z.object({ kind: z.literal('paye'), evidence }),
  z.object({
    kind: z.literal('directive'),
    rate,
    directiveNumber: z.string(),
    /** Its last day. Directives of earlier releases have no end. */
    until: z.iso.date().optional(),
    evidence,
  }),
  z.object({ kind: z.literal('non-resident'), rate, evidence }),
  /** Without deduction. */
  z.object({ kind: z.enum(['independent-contractor', 'company-payee']), evidence }),
]);
export type TaxTreatment = z.output<typeof taxTreatment>;

const TREATMENT_NAMES: Readonly<Record<TaxTreatment['kind'], string>> = {
  paye: 'PAYE',
  directive: 'Directive of SARS',
  'independent-contractor': 'Independent contractor, no PAYE',
  'company-payee': 'Company, no PAYE',
  'non-resident': 'Non-resident',
};

/** The name in documents. Events state the kind as a text; one without a name is shown as it is. */
export const treatmentName = (kind: string): string =>
  (TREATMENT_NAMES as Readonly<Record<string, string>>)[kind] ?? kind;

/**
 * Reads `TaxTreatmentSet` of version 1 as version 2: in earlier releases every kind had a rate, and could have the
 * fields of a directive.
 */
export function withFieldsOfKind(data: object): object {
  type Stored = { treatment: { kind: TaxTreatment['kind']; rate?: number; evidence?: string } };
  const { kind, rate, evidence } = (data as Stored).treatment;
  if (kind === 'directive') return data;
  const treatment = { kind, ...(kind === 'non-resident' && { rate }), ...(evidence !== undefined && { evidence }) };
  return { ...data, treatment };
}

/** The treatment that a payout used: its kind, and the fraction of gross that was withheld. */
export const treatmentUsed = z.object({ kind: z.string(), rate: z.number(), directiveNumber: z.string().optional() });
export type TreatmentUsed = z.output<typeof treatmentUsed>;

/** The treatment of an agent without a recorded one. */
export const ORDINARY_TREATMENT = { kind: 'paye' } as const satisfies TaxTreatment;

export interface TreatmentFrom {
  readonly effectiveFrom: string;
  readonly treatment: TaxTreatment;
}

/** The last set among those with the latest start on or before the day that have not ended (T12). */
export function treatmentOn(treatments: readonly TreatmentFrom[], day: string): TaxTreatment {
  let found: TreatmentFrom | undefined;
  for (const one of treatments) {
    if (one.treatment.kind === 'directive' && one.treatment.until && one.treatment.until < day) continue;
    if (one.effectiveFrom <= day && (!found || one.effectiveFrom >= found.effectiveFrom)) found = one;
  }
  return found?.treatment ?? ORDINARY_TREATMENT;
}

/** Whether finance has recorded a treatment that has begun by a day, ended directives included (T17). */
export const hasTreatmentBy = (treatments: readonly TreatmentFrom[], day: string): boolean =>
  treatments.some(({ effectiveFrom }) => effectiveFrom <= day);

/**
 * The treatment for decisions and payments of a day. `payeRate`: of the policy in force, used for ordinary PAYE.
 * Directives and non-residents have their own rates; contractors and companies are at 0.
 */
export function treatmentUsedOn(treatments: readonly TreatmentFrom[], day: string, payeRate: number): TreatmentUsed {
  const treatment = treatmentOn(treatments, day);
  const { kind } = treatment;
  if (kind === 'paye') return { kind, rate: payeRate };
  if (kind === 'directive') return { kind, rate: treatment.rate, directiveNumber: treatment.directiveNumber };
  return { kind, rate: kind === 'non-resident' ? treatment.rate : 0 };
}
