import { describe, expect, test } from 'vitest';
import { isBusinessDay } from '../business-days/business-days.ts';
import { COUNTRIES, COUNTRY_CODES, HOME, isBranchCodeOf, isPostalCode, needsPostalCode } from './countries.ts';
import { CALENDARS, holidaysOf } from './holidays.ts';
import { TAX_RULES, taxRuleOn } from './tax-rules.ts';

describe('country packs', () => {
  test('have a calendar and a tax rule for every country, with codes that differ', () => {
    expect(Object.keys(CALENDARS).sort()).toEqual([...COUNTRY_CODES].sort());
    expect(Object.keys(TAX_RULES).sort()).toEqual([...COUNTRY_CODES].sort());
    for (const field of ['code', 'dailCode', 'iso', 'iso3', 'currency'] as const)
      expect(new Set(COUNTRIES.map((country) => country[field])).size, field).toBe(COUNTRIES.length);
    for (const { code } of COUNTRIES) expect(taxRuleOn(code, '2026-11-25')).toBeDefined();
  });

  test('check only the formats that are certain', () => {
    expect([isPostalCode('8001', 'RSA'), isPostalCode('801', 'RSA'), isPostalCode('', 'BOT')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(COUNTRY_CODES.filter((code) => needsPostalCode(code))).toEqual([HOME]);
    expect(needsPostalCode(undefined), 'a form without a country').toBe(true);
    expect([
      isBranchCodeOf('051001', 'RSA'),
      isBranchCodeOf('51001', 'RSA'),
      isBranchCodeOf('28-16-72', 'BOT'),
    ]).toEqual([true, false, true]);
  });
});

describe('the holidays of a country', () => {
  test.each([
    ['NMB', '2026-05-14', 'Ascension Day'],
    ['NMB', '2026-05-28', 'Genocide Remembrance Day'],
    ['LES', '2026-03-11', "Moshoeshoe's Day"],
    ['BOT', '2026-07-20', "President's Day"],
    ['BOT', '2026-07-21', "Public holiday after President's Day"],
    ['SWZ', '2026-09-06', 'Somhlolo Day'],
    ['RSA', '2026-04-06', 'Family Day'],
  ] as const)('are known: %s has %s as %s', (country, day, name) => {
    expect(holidaysOf(country, Number(day.slice(0, 4))).get(day)).toBe(name);
  });

  test('count from the year in which they were introduced', () => {
    expect(holidaysOf('NMB', 2024).has('2024-05-28')).toBe(false);
  });

  test('move from Sunday to Monday only where the law requires it', () => {
    // 4 October 2026 and 21 March 2027 are Sundays.
    expect(holidaysOf('LES', 2026).has('2026-10-05')).toBe(false);
    expect(holidaysOf('NMB', 2027).get('2027-03-22')).toBe('Independence Day (observed)');
  });

  test('decide the business days of payments for South Africa alone', () => {
    expect(isBusinessDay('2026-03-11', new Map())).toBe(true);
    expect(isBusinessDay('2026-03-21', new Map())).toBe(false);
  });
});
