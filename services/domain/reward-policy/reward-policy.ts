import { type Day, dayOf } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { DomainError, fieldError } from '../errors.ts';
import { formatPercent, formatRand } from '../format.ts';
import { MAX_CENTS } from '../money.ts';
import type { RewardPolicyEvent, RewardPolicyTerms } from './events.ts';

export const REWARD_POLICY_STREAM = 'reward-policy';

/** The terms with which the programme starts (R9, O1, T1, E1, O7, O15 in docs/rules.md). */
export const INITIAL_TERMS: RewardPolicyTerms = {
  minimumRewardCents: 50_00,
  payoutMinimumCents: 100_00,
  payeRate: 0.25,
  expiryMonths: 36,
  coolingHours: 72,
  holdReleaseLimitCents: 1000_00,
};

export interface PolicyVersion {
  readonly version: number;
  readonly effectiveFrom: Day | null;
  readonly terms: RewardPolicyTerms;
}

export interface RewardPolicy {
  readonly versions: readonly PolicyVersion[];
}

export type RewardPolicyCommand =
  | { readonly type: 'OpenProgramme'; readonly terms: RewardPolicyTerms }
  | { readonly type: 'SetRewardPolicy'; readonly effectiveFrom: Day; readonly terms: RewardPolicyTerms };

/** The latest start; of equal starts, the last one set. Throws `reward-policy.none`. */
export function policyOn(policy: RewardPolicy, day: Day): PolicyVersion {
  let best: PolicyVersion | undefined;
  for (const version of policy.versions) {
    const begins = version.effectiveFrom ?? '';
    if (begins <= day && (best === undefined || begins >= (best.effectiveFrom ?? ''))) best = version;
  }
  if (!best) throw new DomainError('conflict', 'reward-policy.none', 'The programme has no reward policy yet.');
  return best;
}

/** `INITIAL_TERMS` before the first policy is set. */
export const termsOn = (policy: RewardPolicy, day: Day): RewardPolicyTerms =>
  policy.versions.length === 0 ? INITIAL_TERMS : policyOn(policy, day).terms;

/** Throws `reward-policy.{field}`. */
export function assertTerms(terms: RewardPolicyTerms): void {
  const refuse = (field: keyof RewardPolicyTerms, message: string) =>
    fieldError(`reward-policy.${field}`, field, message);
  for (const field of ['minimumRewardCents', 'payoutMinimumCents', 'coolingHours', 'holdReleaseLimitCents'] as const) {
    if (!Number.isSafeInteger(terms[field]) || terms[field] < 0)
      throw refuse(field, 'Must be a whole number, at least zero.');
    if (terms[field] > MAX_CENTS) throw refuse(field, `Must be at most ${MAX_CENTS}.`);
  }
  if (!(terms.payeRate >= 0 && terms.payeRate < 1)) throw refuse('payeRate', 'Must be at least 0 and less than 1.');
  if (terms.expiryMonths !== null && !(Number.isSafeInteger(terms.expiryMonths) && terms.expiryMonths > 0)) {
    throw refuse('expiryMonths', 'Must be a whole number of months, or empty to switch expiry off.');
  }
}

/** Days for which a shorter expiry is announced before it applies: the first warning is sent as long before. */
export const EXPIRY_NOTICE_DAYS = 60;

/** Agents are warned for `EXPIRY_NOTICE_DAYS`, so a shorter expiry cannot start on a past day (E5). */
function assertExpiryNotice(
  policy: RewardPolicy,
  { effectiveFrom, terms }: Extract<RewardPolicyCommand, { type: 'SetRewardPolicy' }>,
  today: Day,
): void {
  const [before, after] = [policyOn(policy, effectiveFrom).terms.expiryMonths, terms.expiryMonths];
  const isShorter = after !== null && (before === null || after < before);
  if (!isShorter || effectiveFrom >= today) return;
  const message = `A shorter expiry begins today at the earliest, and applies ${EXPIRY_NOTICE_DAYS} days later.`;
  throw fieldError('reward-policy.expiryMonths', 'effectiveFrom', message);
}

/** Rejects terms out of bounds with `reward-policy.{field}` (R11, E5). */
export const rewardPolicyDecider: Decider<RewardPolicy, RewardPolicyCommand, RewardPolicyEvent> = {
  name: 'reward-policy',
  initial: { versions: [] },
  decide(command, state, at) {
    assertTerms(command.terms);
    if (command.type === 'OpenProgramme') {
      if (state.versions.length > 0) return [];
      return [{ type: 'RewardPolicySet', data: { version: 1, effectiveFrom: null, terms: command.terms } }];
    }
    const { effectiveFrom, terms } = command;
    assertExpiryNotice(state, command, dayOf(new Date(at)));
    return [{ type: 'RewardPolicySet', data: { version: state.versions.length + 1, effectiveFrom, terms } }];
  },
  evolve: (state, event) => ({ versions: [...state.versions, event.data] }),
};

type Field = keyof RewardPolicyTerms;

const FIELD_NAMES: Readonly<Record<Field, string>> = {
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
  if (field === 'payeRate') return formatPercent(value);
  return field === 'expiryMonths' ? `${value} months` : `${value} hours`;
}

/** `minimum reward R50.00 to R60.00`. */
export const describeChange = (
  fields: readonly Field[],
  before: RewardPolicyTerms,
  after: RewardPolicyTerms,
): string =>
  fields.length === 0
    ? 'nothing'
    : fields
        .map((field) => `${FIELD_NAMES[field]} ${valueText(field, before[field])} to ${valueText(field, after[field])}`)
        .join(', ');
