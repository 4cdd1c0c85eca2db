import { expect, test } from 'vitest';
import { dayName, filterMonths, momentName, monthBounds, promotionDay } from './date.ts';
import { centsOfInput, percent, rand, randOf, wholeRand } from './money.ts';

test('money has thin spaces between thousands, two decimals and a true minus sign', () => {
  expect(rand(123450)).toBe('R1\u202f234.50');
  expect(rand(-5)).toBe('\u2212R0.05');
  expect(randOf(1234567.8)).toBe('R1\u202f234\u202f567.80');
  expect(wholeRand(200000)).toBe('R2\u202f000');
  expect(percent(0.075)).toBe('7.5%');
});

test('a month is requested from its first to its last day', () => {
  expect(monthBounds('2028-02')).toEqual({ fromDate: '20280201', toDate: '20280229' });
});

test('the month filter has twelve months by Johannesburg’s calendar, this one first', () => {
  const months = filterMonths(new Date('2026-02-28T22:30:00Z'));
  expect(months).toHaveLength(12);
  expect(months[0]).toBe('2026-03');
  expect(months[11]).toBe('2025-04');
});

test('days and moments are written as people of the country write them', () => {
  expect(dayName('2026-03-14')).toBe('14\u00a0Mar\u00a02026');
  expect(promotionDay('2026-03-14')).toBe('Mar 14, 2026');
  expect(momentName('2026-03-14T22:05:00Z')).toBe('15\u00a0Mar\u00a02026, 00:05\u00a0SAST');
});

test.each([
  ['2500', 250_000],
  ['R2 500', 250_000],
  ['2 500.5', 250_050],
  ['2500,50', 250_050],
  ['12,500.50', 1_250_050],
])('reads %s as %i cents', (text, cents) => expect(centsOfInput(text)).toBe(cents));

test.each(['', '0', '-5', 'abc', '1.234', '1e9', '2.5.1'])('refuses %j', (text) =>
  expect(centsOfInput(text)).toBeNull(),
);
