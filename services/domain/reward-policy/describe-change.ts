import { formatRand } from '../format.ts';
import type { RewardPolicyTerms } from './events.ts';

type Field = keyof RewardPolicyTerms;

const NAMES: Readonly<Record<Field, string>> = {
  minimumRewardCents: 'minimum reward',
  payoutMinimumCents: 'minimum payout',
  payeRate: 'PAYE',
  expiryMonths: 'expiry',
  coolingHours: 'waiting period of a new bank account',
  holdReleaseLimitCents: 'holds released by one person up to',
  treatmentCountries: 'tax treatment required for',
};

function valueText(field: Field, value: RewardPolicyTerms[Field] | null): string {
  if (field === 'treatmentCountries') return Array.isArray(value) && value.length > 0 ? value.join(', ') : 'no country';
  if (typeof value !== 'number') return 'never';
  if (field.endsWith('Cents')) return formatRand(value);
  if (field === 'payeRate') return `${Number((value * 100).toFixed(2))} %`;
  return field === 'expiryMonths' ? `${value} months` : `${value} hours`;
}

/** The terms that differ, with both values: `minimum reward R50.00 to R60.00`. */
export const describeChange = (
  fields: readonly Field[],
  before: RewardPolicyTerms,
  after: RewardPolicyTerms,
): string =>
  fields.length === 0
    ? 'nothing'
    : fields
        .map((field) => `${NAMES[field]} ${valueText(field, before[field])} to ${valueText(field, after[field])}`)
        .join(', ');
