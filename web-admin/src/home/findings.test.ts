import { expect, test } from 'vitest';
import { monthsFinding, promotionsFinding, refusalsFinding, registrationsFinding } from './findings.ts';

const month = (earnedCents: number) => ({
  month: '2026-03',
  earnedCents,
  pendingCents: 0,
  paidCents: 0,
  expiredCents: 0,
  rentals: 1,
});

test('the title of the months says how this one compares with the last', () => {
  expect(monthsFinding([month(100_00), month(150_00)])).toBe('Rewards so far are 50 % above last month');
  expect(monthsFinding([month(200_00), month(100_00)])).toBe('Rewards so far are 50 % below last month');
  expect(monthsFinding([month(0), month(100_00)])).toBe('Rewards of this month so far: R100.00');
  expect(monthsFinding([])).toBe('Rewards by month');
});

test('titles name what leads, and stay plain where there is nothing', () => {
  expect(promotionsFinding([{ promoCode: 'SUMMER', promotionId: 'p', nettCents: 1, rentals: 1 }])).toContain('SUMMER');
  expect(refusalsFinding([{ reason: 'NoShow', rentals: 2 }])).toBe('Most refusals: no show');
  expect(refusalsFinding([])).toBe('Refusals by reason');
  expect(registrationsFinding([{ month: '2026-03', agents: 2, referrals: 1 }])).toContain('2 agents');
});
