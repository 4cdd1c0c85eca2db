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
};

function valueText(field: Field, value: number | null): string {
  if (value === null) return 'never';
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
