import { expect, test } from 'vitest';
import { INITIAL_TERMS } from '../reward-policy/reward-policy.ts';
import { scenarioWarnings } from './scenario-warnings.ts';

const NONE = { payoutMinimumCents: null, coolingHours: null, nonResidentRate: null };
const promotion = { promotionId: 'p', effectiveFrom: '2026-01-01' };
const policy = { effectiveFrom: '2026-01-01' };

test.each([
  ['PAYE is more than 50%.', { policy: { ...policy, payeRate: 0.51 }, promotions: [] }, NONE],
  ['PAYE is 0%', { policy: { ...policy, payeRate: 0 }, promotions: [] }, NONE],
  ['minimum reward is more than 5', { policy: { ...policy, minimumRewardCents: 250_01 }, promotions: [] }, NONE],
  ['minimum payout is more than 5', { policy: null, promotions: [] }, { ...NONE, payoutMinimumCents: 500_01 }],
  ['less than 6 months', { policy: { ...policy, expiryMonths: 5 }, promotions: [] }, NONE],
  ['rate of non-residents', { policy: null, promotions: [] }, { ...NONE, nonResidentRate: 15 }],
  ['waiting period', { policy: null, promotions: [] }, { ...NONE, coolingHours: 71 }],
  ['more than 50% of the revenue', { policy: null, promotions: [{ ...promotion, promoRate: 0.6 }] }, NONE],
  ['ends before today', { policy: null, promotions: [{ ...promotion, endDate: '2026-11-24' }] }, NONE],
  ['starts after today', { policy: null, promotions: [{ ...promotion, startDate: '2026-11-26' }] }, NONE],
])('warns once: %s', (text, definition, payout) => {
  const warnings = scenarioWarnings(definition, payout, INITIAL_TERMS, '2026-11-25');
  expect(warnings).toEqual([expect.stringContaining(text)]);
});

test('does not warn of the present terms, or of no expiry', () => {
  const { payeRate, minimumRewardCents, payoutMinimumCents, coolingHours } = INITIAL_TERMS;
  const definition = {
    policy: { ...policy, payeRate, minimumRewardCents, expiryMonths: null },
    promotions: [{ ...promotion, promoRate: 0.25, endDate: '2026-11-25' }],
  };
  expect(
    scenarioWarnings(
      definition,
      { payoutMinimumCents, coolingHours, nonResidentRate: 0.15 },
      INITIAL_TERMS,
      '2026-11-25',
    ),
  ).toEqual([]);
});
