import type { PolicyHistory } from '@fynbos/api/reward-policy/answers.ts';
import { countryOf } from '@fynbos/domain/country/countries.ts';
import type { Change } from '../components/BeforeAfter.tsx';
import { percent, rand } from '../format/format.ts';
import type { Wording } from '../i18n/T.tsx';
import type { Terms } from './PolicyChange.tsx';

type Shown = { readonly [Field in keyof Terms]-?: (value: NonNullable<Terms[Field]> | null) => Wording };

const amount = (cents: number | null): string => rand(cents ?? 0);

const TERM_FORMATS: Shown = {
  minimumRewardCents: amount,
  payoutMinimumCents: amount,
  payeRate: (rate) => percent(rate ?? 0),
  expiryMonths: (months) => (months === null ? 'never' : ['%{count} month |||| %{count} months', { count: months }]),
  coolingHours: (hours) => ['%{count} hour |||| %{count} hours', { count: hours ?? 0 }],
  holdReleaseLimitCents: amount,
  treatmentCountries: (codes) =>
    codes?.length ? codes.map((code) => countryOf(code)?.name).join(', ') : 'For no country',
};

/** Labels of the reward policy's terms, in display order. */
export const TERM_LABELS = {
  minimumRewardCents: 'Minimum reward before tax',
  payoutMinimumCents: 'Payout minimum',
  payeRate: 'PAYE',
  expiryMonths: 'Unpaid rewards expire after',
  coolingHours: 'Waiting period for a new bank account',
  treatmentCountries: 'Tax treatment required before payment',
  holdReleaseLimitCents: 'Two approvals to release a hold above',
} as const satisfies Record<keyof Terms, string>;

export type TermField = keyof typeof TERM_LABELS;

export const TERM_FIELDS = Object.keys(TERM_LABELS) as readonly TermField[];

/** Formats a term in Rand, percent, months or hours. */
export const termShown = (terms: Partial<Terms>, field: TermField): Wording =>
  (TERM_FORMATS[field] as (value: unknown) => Wording)(terms[field] ?? null);

export type PolicyVersion = Pick<PolicyHistory['versions'][number], 'version' | 'effectiveFrom' | 'terms' | 'setAt'>;

/** Terms as known at the instant `setBy` (ISO 8601 UTC). Rule R11; same as `policyOn` of the domain. */
export function termsThen(versions: readonly PolicyVersion[], day: string, setBy: string): Terms | null {
  let best: PolicyVersion | null = null;
  for (const version of versions) {
    const begins = version.effectiveFrom ?? '';
    if (begins > day || (version.setAt ?? '') >= setBy) continue;
    if (best === null || begins >= (best.effectiveFrom ?? '')) best = version;
  }
  return best?.terms ?? null;
}

/** The terms before a change (null where unknown) and after it. */
export const termChanges = (fields: readonly TermField[], before: Terms | null, after: Partial<Terms>): Change[] =>
  fields.map((field) => ({
    label: TERM_LABELS[field],
    before: before ? termShown(before, field) : '—',
    after: termShown(after, field),
  }));
