import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  dayOf,
  daysApart,
  daysIn,
  endOfDay,
  isDay,
  lastMonths,
  monthOf,
  startOfDay,
  taxYearOf,
} from './calendar.ts';

describe('the calendar of the business', () => {
  it('begins a day at midnight in Johannesburg, two hours before UTC does', () => {
    expect(dayOf(new Date('2026-02-28T21:59:59.999Z'))).toBe('2026-02-28');
    expect(dayOf(new Date('2026-02-28T22:00:00.000Z'))).toBe('2026-03-01');
    expect(startOfDay('2026-03-01').toISOString()).toBe('2026-02-28T22:00:00.000Z');
    expect(endOfDay('2026-03-01').toISOString()).toBe('2026-03-01T21:59:59.999Z');
  });

  it('counts months and days over the ends of years and short months', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2023-02-28', 36)).toBe('2026-02-28');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect([daysIn('2026-02-28', '2026-03-01'), daysIn('2026-03-01', '2026-03-01')]).toEqual([2, 1]);
    expect([daysApart('2026-03-01', '2026-02-28'), daysApart('2026-03-01', '2026-03-01')]).toEqual([1, 0]);
    expect(lastMonths('2026-02-10', 3)).toEqual(['2026-02', '2026-01', '2025-12']);
    expect(monthOf('2026-02-10')).toBe('2026-02');
  });

  it('ends a tax year with February and names it by that year', () => {
    expect([taxYearOf('2026-02-28'), taxYearOf('2026-03-01'), taxYearOf('2028-02-29')]).toEqual([2026, 2027, 2028]);
  });

  it('knows which days exist', () => {
    expect(['2028-02-29', '2000-02-29', '2026-04-30', '2026-12-31', '1900-01-01'].filter((day) => !isDay(day))).toEqual(
      [],
    );
    const none = ['2026-02-29', '2100-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '2026-1-01', '2026-04-31'];
    expect(none.filter(isDay)).toEqual([]);
  });
});
