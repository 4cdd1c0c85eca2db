import { expect, test } from 'vitest';
import { comparedOf, newScenario, scenarioOf } from './scenarios.ts';
import { NEW_PROMOTION } from './terms.ts';

test('a scenario without values keeps the present terms', () => {
  expect(scenarioOf(newScenario('Current terms'), '2026-01-01')).toEqual({
    policy: null,
    promotions: [],
    payoutMinimumCents: null,
    coolingHours: null,
    nonResidentRate: null,
  });
});

test('typed terms become cents, fractions and months', () => {
  const typed = {
    ...newScenario('Higher'),
    minimum: 'R60',
    payoutMinimum: '150,50',
    payePercent: '20',
    expiry: 'months',
    expiryMonths: '24',
    coolingHours: '48',
    nonResidentPercent: '7,5',
    promotions: [{ ...NEW_PROMOTION, promotionId: 'p', ratePercent: '12,5', endDate: '2026-12-31' }],
  };
  expect(scenarioOf(typed, '2026-01-01')).toEqual({
    policy: { effectiveFrom: '2026-01-01', minimumRewardCents: 60_00, payeRate: 0.2, expiryMonths: 24 },
    promotions: [{ promotionId: 'p', effectiveFrom: '2026-01-01', promoRate: 0.125, endDate: '2026-12-31' }],
    payoutMinimumCents: 150_50,
    coolingHours: 48,
    nonResidentRate: 0.075,
  });
});

test('an invalid amount is sent as one that the server refuses', () => {
  expect(scenarioOf({ ...newScenario('x'), payoutMinimum: 'much' }, '2026-01-01').payoutMinimumCents).toBe(-1);
});

test('an address without a comparison shows none', () => {
  expect([comparedOf(null), comparedOf('{'), comparedOf('7')]).toEqual([[], [], []]);
});
