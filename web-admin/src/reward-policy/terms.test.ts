import { expect, test } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { translateWith } from '../i18n/T.tsx';
import { type PolicyVersion, termShown, termsThen } from './terms.ts';

const translate = translateWith(i18nProvider.translate);

const terms = {
  minimumRewardCents: 50_00,
  payoutMinimumCents: 100_00,
  payeRate: 0.25,
  expiryMonths: 36,
  coolingHours: 72,
  holdReleaseLimitCents: 1000_00,
};
const versions: PolicyVersion[] = [
  { version: 1, effectiveFrom: null, terms, setAt: '2026-01-01T08:00:00.000Z' },
  { version: 2, effectiveFrom: '2026-06-01', terms: { ...terms, payeRate: 0.18 }, setAt: '2026-03-01T08:00:00.000Z' },
  { version: 3, effectiveFrom: '2026-06-01', terms: { ...terms, payeRate: 0.2 }, setAt: '2026-04-01T08:00:00.000Z' },
];

test('the value before a change is the one in force on its day, as known when the change was requested', () => {
  expect(termsThen(versions, '2026-05-31', '2026-09-01T00:00:00.000Z')?.payeRate).toBe(0.25);
  expect(termsThen(versions, '2026-06-01', '2026-03-15T00:00:00.000Z')?.payeRate).toBe(0.18);
  expect(termsThen(versions, '2026-06-01', '2026-09-01T00:00:00.000Z')?.payeRate).toBe(0.2);
  expect(termsThen(versions, '2026-06-01', '2025-09-01T00:00:00.000Z')).toBeNull();
});

test('terms are shown in rand, percent, months and hours', () => {
  expect(translate(termShown(terms, 'minimumRewardCents'))).toBe('R50.00');
  expect(translate(termShown(terms, 'payeRate'))).toBe('25%');
  expect(translate(termShown(terms, 'expiryMonths'))).toBe('36 months');
  expect(translate(termShown({ ...terms, expiryMonths: null }, 'expiryMonths'))).toBe('never');
  expect(translate(termShown(terms, 'coolingHours'))).toBe('72 hours');
});
