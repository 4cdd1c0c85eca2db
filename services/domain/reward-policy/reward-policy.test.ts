import { expect, test } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed } from '../testing/timed.ts';
import type { RewardPolicyTerms } from './events.ts';
import { INITIAL_TERMS, policyOn, rewardPolicyDecider } from './reward-policy.ts';

const TODAY = '2026-05-04';
const opened = fold(rewardPolicyDecider, rewardPolicyDecider.initial, [
  { type: 'RewardPolicySet', data: { version: 1, effectiveFrom: null, terms: INITIAL_TERMS } },
]);
const set = (effectiveFrom: string, changes: Partial<RewardPolicyTerms>) =>
  decideTimed(
    rewardPolicyDecider,
    { type: 'SetRewardPolicy', effectiveFrom, terms: { ...INITIAL_TERMS, ...changes }, today: TODAY },
    opened,
  );

test('a shorter expiry begins today at the earliest, a longer one or none also on an earlier day (E5)', () => {
  const refusal = expect.objectContaining({ code: 'reward-policy.expiryMonths' });
  expect(() => set('2026-05-03', { expiryMonths: 35 })).toThrow(refusal);
  for (const [day, expiryMonths] of [
    [TODAY, 35],
    ['2026-05-03', 36],
    ['2026-05-03', 37],
    ['2026-05-03', null],
  ] as const)
    expect(set(day, { expiryMonths }), `${expiryMonths} months from ${day}`).toHaveLength(1);
});

test('the version with the latest first day applies, and the first one to all earlier days (R11)', () => {
  const policy = fold(rewardPolicyDecider, opened, set('2026-06-01', { payeRate: 0.3 }));
  const rates = ['2020-01-01', '2026-05-31', '2026-06-01'].map((day) => policyOn(policy, day).terms.payeRate);
  expect(rates).toEqual([0.25, 0.25, 0.3]);
});

test.each([
  ['payeRate', 1],
  ['payeRate', -0.1],
  ['minimumRewardCents', -1],
  ['coolingHours', 1.5],
  ['expiryMonths', 0],
] as const)('refuses %s of %s', (field, value) => {
  expect(() => set(TODAY, { [field]: value })).toThrow(expect.objectContaining({ code: `reward-policy.${field}` }));
});
