import { expect, test } from 'vitest';
import { fieldText } from '../components/field.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import { translateWith } from '../i18n/T.tsx';
import {
  age,
  cardDate,
  date,
  dayOfYear,
  exactInstant,
  instant,
  monthText,
  percent,
  phone,
  rand,
  share,
  words,
} from './format.ts';

const translate = translateWith(i18nProvider.translate);

test('money has its cents, thin spaces and a true minus', () => {
  expect(rand(123450)).toBe('R1\u202f234.50');
  expect(rand(-5)).toBe('\u2212R0.05');
  expect(rand(null)).toBe('');
});

test('a rate is shown with all its decimals, a share in full percents', () => {
  expect([0.25, 0.0725, 0.12345].map(percent)).toEqual(['25%', '7.25%', '12.345%']);
  expect([share(1, 3), share(0, 0)]).toEqual(['33%', '0%']);
});

test('days and instants are those of Johannesburg', () => {
  expect(date('2026-03-14')).toBe('14 Mar 2026');
  expect(dayOfYear('2026-03-04')).toBe('4 Mar');
  expect(instant('2026-03-14T22:30:05Z')).toBe('15 Mar 2026, 00:30');
  expect(exactInstant('2026-03-14T22:30:05Z')).toBe('15 Mar 2026, 00:30:05');
  expect(monthText('2026-03')).toBe('Mar 2026');
  expect(cardDate('2026-03-14T22:30:00Z')).toBe('2026-03-15 00:30');
});

test.each([
  ['27798923714', '+27 79 892 3714'],
  ['+27118518081', '+27 11 851 8081'],
  ['021 409-8078', '021 409 8078'],
  ['+44 20 7946 0000', '+44 20 7946 0000'],
])('a number of southern Africa is grouped: %s', (number, shown) => {
  expect(phone(number)).toBe(shown);
});

test('an age is shown in its largest whole unit, a field name in words', () => {
  const now = Date.parse('2026-03-14T12:00:00Z');
  expect(translate(age(new Date(now).toISOString(), now))).toBe('less than 1 min');
  expect(translate(age('2026-03-14T11:20:00Z', now))).toBe('40 min');
  expect(translate(age('2026-03-11T11:20:00Z', now))).toBe('3 days');
  expect(words('loyaltyTrackingNo')).toBe('Loyalty tracking no');
  expect(words('nonQualifyingCode')).toBe('Non-qualifying code');
  expect(['idNumber', 'payeCents', 'paid'].map(words)).toEqual(['ID number', 'PAYE cents', 'Paid']);
});

test('a changed field is formatted: money, percentages, days and instants', () => {
  expect(fieldText('frozenGrossCents', 22373016)).toBe('R223\u202f730.16');
  expect(fieldText('payeRate', 0.25)).toBe('25%');
  expect(fieldText('payDate', '2026-11-25')).toBe('25 Nov 2026');
  expect(fieldText('proposedAt', '2026-11-21T07:48:33.448Z')).toBe('21 Nov 2026, 09:48');
  expect([fieldText('note', ''), fieldText('marketing', false)]).toEqual(['—', ['No']]);
});
