import { expect, test } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { sayWith } from '../i18n/use-say.ts';
import { monthsFinding, promotionsFinding, refusalsFinding, registrationsFinding } from './findings.ts';

const say = sayWith(i18nProvider.translate);

const month = (earnedCents: number) => ({
  month: '2026-03',
  earnedCents,
  pendingCents: 0,
  paidCents: 0,
  expiredCents: 0,
  rentals: 1,
});

test('the title of the months says how this one compares with the last', () => {
  expect(say(monthsFinding([month(100_00), month(150_00)]))).toBe('Rewards so far are 50 % above last month');
  expect(say(monthsFinding([month(200_00), month(100_00)]))).toBe('Rewards so far are 50 % below last month');
  expect(say(monthsFinding([month(0), month(100_00)]))).toBe('Rewards of this month so far: R100.00');
  expect(say(monthsFinding([]))).toBe('Rewards by month');
});

test('titles name what leads, and stay plain where there is nothing', () => {
  expect(say(promotionsFinding([{ promoCode: 'SUMMER', promotionId: 'p', nettCents: 1, rentals: 1 }]))).toContain(
    'SUMMER',
  );
  expect(say(refusalsFinding([{ reason: 'NoShow', rentals: 2 }]))).toBe('Most rewards are declined because: no show');
  expect(say(refusalsFinding([]))).toBe('Declined rewards by reason');
  expect(say(registrationsFinding([{ month: '2026-03', agents: 2, referrals: 1 }]))).toContain('2 agents');
});
