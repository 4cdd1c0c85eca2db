import { randText } from '@fynbos/domain/money.ts';
import type { RewardPolicyTerms } from '@fynbos/domain/reward-policy/events.ts';

type Field = keyof RewardPolicyTerms;

const NAMES: Readonly<Record<Field, string>> = {
  minimumRewardCents: 'minimum reward',
  payoutMinimumCents: 'payout from',
  payeRate: 'PAYE',
  expiryMonths: 'expiry',
  coolingHours: 'cooling of bank accounts',
  holdReleaseLimitCents: 'holds released by one up to',
};

function shown(field: Field, value: number | null): string {
  if (value === null) return 'never';
  if (field.endsWith('Cents')) return randText(value);
  if (field === 'payeRate') return `${Number((value * 100).toFixed(2))} %`;
  return field === 'expiryMonths' ? `${value} months` : `${value} hours`;
}

/** Which terms of the reward policy change, from what to what: `minimum reward R50.00 to R60.00`. */
export const changeText = (fields: readonly Field[], before: RewardPolicyTerms, after: RewardPolicyTerms): string =>
  fields.length === 0
    ? 'nothing'
    : fields
        .map((field) => `${NAMES[field]} ${shown(field, before[field])} to ${shown(field, after[field])}`)
        .join(', ');
