import { expect, test } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { translateWith } from '../i18n/T.tsx';
import { changeText, monthsFinding, promotionsFinding, refusalsFinding, registrationsFinding } from './findings.ts';

const translate = translateWith(i18nProvider.translate);

const days = (nettCents: number) => ({ from: '', to: '', nettCents, rentals: 1, declined: 0, agents: 0 });
const finding = (now: number, before: number) => translate(monthsFinding({ toDate: days(now), before: days(before) }));

test('compares the rewards of the month with the same days of last month', () => {
  expect(finding(150_00, 100_00)).toBe('Rewards are 50% above the same days of last month');
  expect(finding(100_00, 200_00)).toBe('Rewards are 50% below the same days of last month');
  expect(finding(100_00, 0)).toBe('Rewards of this month so far: R100.00');
  expect(finding(0, 0)).toBe('Rewards by month');
  expect(translate(changeText(90, 100, '1–24 Oct'))).toBe('10% less than in 1–24 Oct');
  expect(translate(changeText(5, 0, '1–24 Oct'))).toBe('None in 1–24 Oct');
});

test('titles name the largest value, and are general without values', () => {
  expect(translate(promotionsFinding([{ promoCode: 'SUMMER', promotionId: 'p', nettCents: 1, rentals: 1 }]))).toContain(
    'SUMMER',
  );
  expect(translate(refusalsFinding([{ reason: 'NoShow', rentals: 2 }]))).toBe(
    'Most frequent reason for declining: no show',
  );
  expect(translate(refusalsFinding([]))).toBe('Declined rewards by reason');
  expect(translate(registrationsFinding([{ month: '2026-03', agents: 2, referrals: 1 }]))).toBe(
    '2 agents registered and 1 referral was made in the last 12 months',
  );
});
