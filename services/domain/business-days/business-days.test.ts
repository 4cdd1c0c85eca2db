import { describe, expect, it } from 'vitest';
import { easterSunday } from '../country/holidays.ts';
import { decideTimed } from '../testing/timed.ts';
import {
  assertPayDate,
  businessDayFrom,
  extraDaysDecider,
  isBusinessDay,
  lastBusinessDayUpTo,
  publicHolidays,
} from './business-days.ts';

const NONE = new Map();

describe('South African business days', () => {
  it('moves a deadline back to the last business day', () => {
    // 7 November 2026 is a Saturday; 7 April 2028 is a Friday; 7 May 2028 is a Sunday.
    expect(['2026-11-07', '2028-04-07', '2028-05-07'].map((day) => lastBusinessDayUpTo(day, NONE))).toEqual([
      '2026-11-06',
      '2028-04-07',
      '2028-05-05',
    ]);
  });

  it('finds Easter in years of every kind', () => {
    expect([2008, 2011, 2024, 2025, 2026, 2027, 2038].map(easterSunday)).toEqual([
      '2008-03-23',
      '2011-04-24',
      '2024-03-31',
      '2025-04-20',
      '2026-04-05',
      '2027-03-28',
      '2038-04-25',
    ]);
  });

  it('knows the twelve holidays of a year without a Sunday among them', () => {
    expect([...publicHolidays(2024, NONE).keys()].sort()).toEqual([
      '2024-01-01',
      '2024-03-21',
      '2024-03-29',
      '2024-04-01',
      '2024-04-27',
      '2024-05-01',
      '2024-06-16',
      '2024-06-17',
      '2024-08-09',
      '2024-09-24',
      '2024-12-16',
      '2024-12-25',
      '2024-12-26',
    ]);
  });

  it('moves a holiday that falls on a Sunday to the Monday', () => {
    expect(publicHolidays(2026, NONE).get('2026-08-10')).toBe("National Women's Day (observed)");
    expect(isBusinessDay('2026-08-10', NONE)).toBe(false);
    expect(isBusinessDay('2026-08-11', NONE)).toBe(true);
  });

  it('adds no third holiday for Christmas on a Sunday, because Monday is the Day of Goodwill', () => {
    const holidays = publicHolidays(2022, NONE);
    expect(holidays.get('2022-12-26')).toBe('Day of Goodwill');
    expect(holidays.has('2022-12-27')).toBe(false);
  });

  it('passes over the long weekend of Easter and over days that were added', () => {
    expect(businessDayFrom('2026-04-03', NONE)).toBe('2026-04-07');
    expect(businessDayFrom('2026-11-04', new Map([['2026-11-04', 'Election day']]))).toBe('2026-11-05');
  });

  it('refuses a pay date in the past or on a holiday, and names a possible day', () => {
    expect(() => assertPayDate('2026-11-20', '2026-11-21', NONE)).toThrow('past');
    expect(() => assertPayDate('2026-12-25', '2026-11-21', NONE)).toThrow('2026-12-28');
    expect(() => assertPayDate('2026-11-23', '2026-11-21', NONE)).not.toThrow();
    expect(() => assertPayDate('2027-01-05', '2026-11-21', NONE), '45 days').not.toThrow();
    expect(() => assertPayDate('2027-01-06', '2026-11-21', NONE)).toThrow('at most 45 days ahead: 2027-01-05');
  });
});

describe('extra days', () => {
  const set = { type: 'SetExtraHoliday', day: '2026-11-25', name: 'Election day', today: '2026-11-21' } as const;
  const after = decideTimed(extraDaysDecider, set, NONE).reduce(extraDaysDecider.evolve, extraDaysDecider.initial);

  it('are no business days from the day they are added until they are removed', () => {
    expect(isBusinessDay('2026-11-25', NONE)).toBe(true);
    expect(isBusinessDay('2026-11-25', after)).toBe(false);
    expect(businessDayFrom('2026-11-25', after)).toBe('2026-11-26');
    expect(() => assertPayDate('2026-11-25', '2026-11-21', after)).toThrow('2026-11-26');
    const remove = { type: 'RemoveExtraHoliday', day: '2026-11-25', today: '2026-11-21' } as const;
    const removed = decideTimed(extraDaysDecider, remove, after).reduce(extraDaysDecider.evolve, after);
    expect(isBusinessDay('2026-11-25', removed)).toBe(true);
    expect(decideTimed(extraDaysDecider, set, after)).toEqual([]);
  });

  it('have a name and a day in the future', () => {
    const decide = (changes: object) => () => decideTimed(extraDaysDecider, { ...set, ...changes }, NONE);
    expect(decide({ name: ' ' })).toThrow('1 to 60');
    expect(decide({ day: '2026-11-20' })).toThrow('passed');
  });
});
