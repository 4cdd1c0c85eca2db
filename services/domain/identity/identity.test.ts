import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COUNTRIES } from '../country/countries.ts';
import { businessEmailProblem, EMAIL_FORMAT_MESSAGE, isEmail, PERSONAL_DOMAIN_MESSAGE } from './email.ts';
import { ID_MESSAGES, idNumberProblem, isSouthAfricanId, southAfricanIdProblem } from './id-number.ts';
import { iataNumberWarning, isIataNumber, isTaxNumber, luhnDigit, passesLuhn, trackingNumberOf } from './numbers.ts';
import { PASSWORD_MESSAGE, passwordProblem } from './password.ts';
import { cellNumberE164, dialledDigits, nationalDigits, telephoneE164 } from './phone.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));

describe('South African ID numbers', () => {
  test.each([
    ['8001015009087', null],
    ['  8001015009087 ', null],
    ['', ID_MESSAGES.required],
    ['   ', ID_MESSAGES.required],
    ['800101500908', ID_MESSAGES.length],
    ['80010150090871', ID_MESSAGES.length],
    ['80010150090X7', ID_MESSAGES.numeric],
    ['8001015009088', ID_MESSAGES.invalid],
    ['8013015009082', ID_MESSAGES.invalid],
  ])('"%s" is answered with %s', (idNumber, message) => expect(southAfricanIdProblem(idNumber)).toBe(message));

  test('the 29th of February is a day where one of the two centuries has it', () => {
    const withCheck = (first: string) => `${first}${luhnDigit(first)}`;
    expect(isSouthAfricanId(withCheck('000229500908'))).toBe(true);
    expect(isSouthAfricanId(withCheck('010229500908'))).toBe(false);
    expect(isSouthAfricanId(withCheck('800431500908'))).toBe(false);
  });

  test('a passport number of another country is required and has no format', () => {
    expect(idNumberProblem('P1234567', 'NMB')).toBeNull();
    expect(idNumberProblem(' ', 'NMB')).toBe(ID_MESSAGES.required);
  });

  test('detects any single wrong digit', () => {
    fc.assert(
      fc.property(digits(12), fc.nat(12), fc.integer({ min: 1, max: 9 }), (first, at, by) => {
        const right = `${first}${luhnDigit(first)}`;
        const wrong = right.slice(0, at) + ((Number(right[at]) + by) % 10) + right.slice(at + 1);
        return passesLuhn(right) && !passesLuhn(wrong);
      }),
    );
  });
});

test('a tax number of South Africa has ten digits, begins with 0 to 3 and passes modulus 10', () => {
  expect(isTaxNumber('2251362634', 'RSA')).toBe(true);
  expect(isTaxNumber('2251362635', 'RSA')).toBe(false);
  expect(isTaxNumber('4251362634', 'RSA')).toBe(false);
  expect(isTaxNumber('225136263', 'RSA')).toBe(false);
  expect(isTaxNumber('anything', 'BOT')).toBe(true);
  expect(isTaxNumber(' ', 'BOT')).toBe(false);
});

test('an IATA number has 7 or 8 digits, and a wrong check digit earns a warning', () => {
  expect(iataNumberWarning('7720101')).toBeNull();
  expect(iataNumberWarning(`7720101${(7720101 + 1) % 7}`)).toBe('The check digit of the IATA number does not match.');
  expect(iataNumberWarning(`7720101${7720101 % 7}`)).toBeNull();
  expect(['7720101', '7720-1015', '772 0101', '123456', '123456789', '772010x'].map(isIataNumber)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

describe('e-mail addresses', () => {
  test.each(['a@gmail.com', 'A@GMAIL.COM', 'a@yahoo.co.za', 'a@hotmail.co.uk', 'a@mail.yahoo.com', ' a@hotmail.com '])(
    '%s is personal',
    (email) => expect(businessEmailProblem(email)).toBe(PERSONAL_DOMAIN_MESSAGE),
  );
  test.each(['a@agency.co.za', 'a@notgmail.com', 'a@gmail.com.agency.example', 'a@yahooligans.travel'])(
    '%s is a business address',
    (email) => expect(businessEmailProblem(email)).toBeNull(),
  );
  test.each(['', 'a', 'a@b', '@b.co', 'a b@c.co', 'a@-b.co', 'a@b..co', `${'a'.repeat(65)}@b.co`])(
    '"%s" is no address',
    (email) => {
      expect(isEmail(email)).toBe(false);
      expect(businessEmailProblem(email)).toBe(EMAIL_FORMAT_MESSAGE);
    },
  );
});

test.each([
  ['Fynbos1!', null],
  ['fynbos1!', PASSWORD_MESSAGE],
  ['FYNBOS1!', PASSWORD_MESSAGE],
  ['Fynbosx!', PASSWORD_MESSAGE],
  ['Fynbos12', PASSWORD_MESSAGE],
  ['Fynbos1~', PASSWORD_MESSAGE],
  ['Fynbos1|', null],
])('the password %s is answered with %s', (password, message) => expect(passwordProblem(password)).toBe(message));

describe('phone numbers', () => {
  test.each([
    ['821234567', '27', 'RSA', '+27821234567'],
    ['0821234567', '27', 'RSA', '+27821234567'],
    ['27821234567', '27', 'RSA', '+27821234567'],
    ['270821234567', '27', 'RSA', '+27821234567'],
    ['+27 (0)82 123 4567', '27', 'RSA', '+27821234567'],
    ['082 123 4567', '+27', 'RSA', '+27821234567'],
    ['0027821234567', '27', 'RSA', '+27821234567'],
    ['811234567', '264', 'NMB', '+264811234567'],
    ['264811234567', '264', 'NMB', '+264811234567'],
    ['58123456', '266', 'LES', '+26658123456'],
    ['71234567', '267', 'BOT', '+26771234567'],
    ['26876123456', '268', 'SWZ', '+26876123456'],
    ['26812345', '267', 'BOT', '+26726812345'],
    ['82123456', '27', 'RSA', null],
    ['8212345678', '27', 'RSA', null],
    ['82123456x', '27', 'RSA', null],
    ['', '27', 'RSA', null],
    ['821234567', '999', 'RSA', '+27821234567'],
  ])('the cell number %s with dial code %s in %s is %s', (text, countryDialCode, taxCountry, e164) =>
    expect(cellNumberE164(text, { taxCountry, countryDialCode })).toBe(e164),
  );

  test('stores every spelling of a number in the same form', () => {
    fc.assert(
      fc.property(fc.constantFrom(...COUNTRIES), fc.stringMatching(/^[67]\d{8}$/), (country, nine) => {
        const national = country.code === 'RSA' || country.code === 'NMB' ? nine : nine.slice(0, 8);
        const home = { taxCountry: country.code, countryDialCode: country.dailCode };
        const ways = [
          national,
          `0${national}`,
          `${country.dailCode}${national}`,
          `+${country.dailCode}0${national}`,
          `+${country.dailCode} ${national}`,
        ];
        return ways.every((way) => cellNumberE164(way, home) === `+${country.dailCode}${national}`);
      }),
    );
  });

  test('a landline is stored with its dial code and shown as people of the country write it', () => {
    const stored = telephoneE164('011 851 8081', { taxCountry: 'RSA' });
    expect(stored).toBe('+27118518081');
    expect(nationalDigits(stored as string)).toBe('0118518081');
    expect(telephoneE164('061 123456', { taxCountry: 'NMB' })).toBe('+26461123456');
    expect(telephoneE164('3901234', { taxCountry: 'BOT' })).toBe('+2673901234');
    expect(telephoneE164('12', { taxCountry: 'RSA' })).toBeNull();
    expect(dialledDigits('+27821234567')).toBe('27821234567');
  });
});

test('a check digit protects tracking numbers from typing errors', () => {
  expect(trackingNumberOf(7)).toMatch(/^FT00000007\d$/);
  expect(passesLuhn(trackingNumberOf(12_345_678).slice(2))).toBe(true);
  expect(() => trackingNumberOf(100_000_000)).toThrow(RangeError);
});
