import { certificateAtSars, certificateStep } from '@fynbos/application/tax/agent-tax.ts';
import { taxTreatment } from '@fynbos/domain/agent/tax-treatment.ts';
import { COUNTRY_CODES } from '@fynbos/domain/country/countries.ts';
import { taxRule } from '@fynbos/domain/country/tax-rules.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { emp201 } from '@fynbos/domain/tax/emp201.ts';
import { emp501, RECONCILIATION_PERIODS } from '@fynbos/domain/tax/emp501.ts';
import { taxEvents } from '@fynbos/domain/tax/events.ts';
import { sarsRuleEvents } from '@fynbos/domain/tax/sars-rules.ts';
import {
  lateResult,
  payeMonth,
  taxCompletenessSchema,
  taxReconciliationSchema,
} from '@fynbos/projections/tax/queries.ts';
import { z } from 'zod';

const cents = z.int();

/** `GET /admin/tax-years/{id}`. Amounts are cents. */
export const taxYearAnswer = z.object({
  id: z.int(),
  currentTaxYear: z.int(),
  months: z.array(payeMonth.omit({ leviableCents: true })),
  /** The monthly returns, without amounts of the previous system. */
  emp201: z.array(emp201),
  /** Results that were recorded after the return of the payment's month was due: that return must be amended. */
  amendments: z.array(lateResult),
  /** All of them: `amendments` has the newest 500. */
  amendmentCount: z.int(),
  reconciliation: taxReconciliationSchema,
  completeness: taxCompletenessSchema,
  notice: z.string(),
});
export type TaxYear = z.output<typeof taxYearAnswer>;

const missing = z.array(z.object({ code: z.string(), text: z.string() }));

export const preflightAnswer = z.object({
  standard: z.string(),
  certificates: z.int(),
  complete: z.int(),
  employer: missing,
  people: z.array(z.object({ agentId: z.int(), certificateNo: z.string(), missing })),
});
export type Preflight = z.output<typeof preflightAnswer>;

export const treatmentsAnswer = z.object({
  current: taxTreatment,
  ordinary: taxTreatment,
  treatments: z.array(z.object({ effectiveFrom: z.iso.date(), treatment: taxTreatment })),
});

export const certificateAnswer = taxEvents.CertificateIssued.extend({
  id: z.string(),
  copies: z.int(),
  withdrawnAt: instant.nullable(),
});
export type Certificate = z.output<typeof certificateAnswer>;

export const certificateVersionsAnswer = z.array(
  taxEvents.CertificateIssued.extend({
    copies: z.int(),
    supersededBy: z.object({ version: z.int(), certificateNo: z.string(), on: instant }).nullable(),
    withdrawnOn: instant.nullable(),
  }),
);

export const reissuedAnswer = z.object({ id: z.string(), message: z.string() });

export const ownCertificatesAnswer = z.array(
  z.object({
    id: z.string(),
    certificateNo: z.string(),
    taxYear: z.int(),
    type: z.enum(['IRP5', 'IT3(a)']),
    version: z.int(),
    grossCents: cents,
    payeCents: cents,
    issuedAt: instant,
    copies: z.int(),
    withdrawnAt: instant.nullable(),
    /** What SARS has under this number; null if nothing. `isCurrent`: it is this version. */
    atSars: certificateAtSars.nullable(),
    history: z.array(certificateStep),
  }),
);
export type OwnCertificate = z.output<typeof ownCertificatesAnswer>[number];

export const taxProfileAnswer = z.object({
  taxYear: z.int(),
  treatment: z.object({ kind: z.string(), rate: z.number(), directiveNumber: z.string().optional() }),
  expiryMonths: z.int().nullable(),
  thisTaxYear: z.object({ grossCents: cents, payeCents: cents }),
  missing: z.array(z.string()),
  balanceCents: cents,
  payoutMinimumCents: cents,
  keptBack: z.object({ reason: z.string(), text: z.string() }).nullable(),
  expiring: z.array(z.object({ reservationNo: z.string(), nettCents: cents, expiresOn: z.iso.date() })),
});
export type TaxProfile = z.output<typeof taxProfileAnswer>;

/** `GET /admin/tax-years/{id}/emp501`: the reconciliation to August, then that of the year. */
export const emp501Answer = z.array(emp501);

const filed = z.object({
  certificateNo: z.string(),
  agentId: z.int(),
  type: z.enum(['IRP5', 'IT3(a)']),
  version: z.int(),
  grossCents: cents,
  payeCents: cents,
});
const submitted = filed.extend({
  period: z.enum(RECONCILIATION_PERIODS),
  submittedOn: z.iso.date(),
  cancelledOn: z.iso.date().nullable(),
});

/** `GET /admin/tax-years/{id}/submissions`: to August, then of the year. Lists have at most 200 rows. */
export const submissionsAnswer = z.array(
  z.object({
    period: z.enum(RECONCILIATION_PERIODS),
    /** Certificates that SARS has. */
    submitted: z.int(),
    /** Newest first. */
    files: z.array(
      z.object({
        period: z.enum(RECONCILIATION_PERIODS),
        fileNo: z.int(),
        content: z.enum(['all', 'changes']),
        madeAt: instant,
        certificates: z.int(),
        grossCents: cents,
        payeCents: cents,
        submitted: z.object({ on: z.iso.date(), reference: z.string(), recordedAt: instant }).nullable(),
      }),
    ),
    added: z.int(),
    correctedCount: z.int(),
    toCancelCount: z.int(),
    corrected: z.array(z.object({ now: filed, submitted })),
    toCancel: z.array(submitted),
  }),
);
export type Submissions = z.output<typeof submissionsAnswer>;

/** `GET /admin/sars-rules`, by code. */
export const sarsRulesAnswer = z.array(
  sarsRuleEvents.SarsRuleSet.extend({
    alternatives: z.array(z.string()),
    onlyWhere: z.tuple([z.string(), z.string()]).nullable(),
    isChanged: z.boolean(),
  }),
);
export type SarsRules = z.output<typeof sarsRulesAnswer>;

/** `GET /admin/countries`. Patterns are regular expressions; null where nothing is checked. */
export const countriesAnswer = z.array(
  z.object({
    code: z.enum(COUNTRY_CODES),
    name: z.string(),
    dailCode: z.string(),
    iso: z.string(),
    iso3: z.string(),
    currency: z.string(),
    cellDigits: z.int(),
    postalCode: z.string().nullable(),
    idName: z.string(),
    branchCode: z.string().nullable(),
    agents: z.int(),
    /** The rule of today. */
    tax: taxRule.nullable(),
    taxRules: z.int(),
    /** Whether the reward policy requires a tax treatment before payment today (T17). */
    treatmentRequired: z.boolean(),
    calendar: z.object({ announced: z.array(z.string()), movesToMonday: z.boolean(), source: z.string() }),
    holidays: z.array(z.object({ day: z.iso.date(), name: z.string() })),
  }),
);
export type Countries = z.output<typeof countriesAnswer>;
