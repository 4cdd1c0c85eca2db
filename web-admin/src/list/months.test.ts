import { expect, test } from 'vitest';
import { monthName, recentMonths } from './months.ts';

test('names months and lists the latest first, over the turn of a year', () => {
  expect(monthName('2026-03')).toBe('March 2026');
  const months = recentMonths('2026-02-14');
  expect(months.slice(0, 3)).toEqual([
    ['2026-02', 'February 2026'],
    ['2026-01', 'January 2026'],
    ['2025-12', 'December 2025'],
  ]);
  expect(months).toHaveLength(36);
});
