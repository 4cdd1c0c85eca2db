import { describe, expect, test } from 'vitest';
import { promotionForm } from './promotion-forms.ts';

const form = { promoCode: 'SUN', description: 'Sun', promoRate: 0.2 };
const startOf = (startDate: string) => promotionForm.safeParse({ ...form, startDate }).data?.startDate;

test.each([
  [undefined, 'Promotion Rate is required!'],
  [null, 'Promotion Rate is required!'],
  [' ', 'Promotion Rate is required!'],
  ['a fifth', 'Promotion Rate must be a number, e.g. 0.2.'],
  [{}, 'Promotion Rate must be a number, e.g. 0.2.'],
  [{ toString: 1 }, 'Promotion Rate must be a number, e.g. 0.2.'],
  ['1.2', 'Promotion Rate must be more than 0 and at most 1, for example 0.2 for 20%.'],
])('refuses the rate %j with the message of its rule', (promoRate, message) => {
  const { error } = promotionForm.safeParse({ ...form, promoRate, startDate: '2026-03-31' });
  expect(error?.issues).toMatchObject([{ path: ['promoRate'], message }]);
});

describe('a day of a promotion', () => {
  test.each([
    ['a date', '2026-03-31', '2026-03-31'],
    ['a date-time without a zone', '2026-03-31T23:30', '2026-03-31'],
    ['a date-time without a zone, with a fraction', '2026-03-31T23:30:00.000', '2026-03-31'],
    ['an instant', '2026-03-31T22:00:00Z', '2026-04-01'],
    ['an instant with a fraction', '2026-03-31T22:00:00.000Z', '2026-04-01'],
    ['an instant with an offset', '2026-04-01T00:00:00+02:00', '2026-04-01'],
    ['an instant with an offset without a colon', '2026-03-31T19:30:00-0300', '2026-04-01'],
    ['the last moment of a day', '2026-03-31T21:59:59.999Z', '2026-03-31'],
  ])('is read in Johannesburg time: %s', (_form, given, day) => {
    expect(startOf(given)).toBe(day);
  });

  test('does not depend on the time zone of the machine', () => {
    const here = process.env.TZ;
    process.env.TZ = 'America/New_York';
    try {
      expect(startOf('2026-03-31T23:30:00.000')).toBe('2026-03-31');
    } finally {
      if (here === undefined) delete process.env.TZ;
      else process.env.TZ = here;
    }
  });

  test.each([
    '2026-02-30',
    '2026-03-31T25:00',
    '2026-03-31T24:00Z',
    '2026-03-31T22:60:00Z',
    '2026-03-31T22:00:00+25:00',
  ])('is rejected where the moment does not exist: %s', (given) => {
    expect(startOf(given)).toBeUndefined();
  });
});
