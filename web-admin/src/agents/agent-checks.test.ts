import { afterEach, expect, test, vi } from 'vitest';
import { confirmationCheck, dialledNumber, emailCheck, idNumberCheck, passwordCheck } from './agent-checks.ts';

afterEach(() => vi.unstubAllGlobals());

const verifying = (isValid: boolean) =>
  vi.fn(async () => new Response(JSON.stringify({ isValid }), { headers: { 'content-type': 'application/json' } }));

test.each([
  ['', 'Identification Number is required.'],
  ['800101500908', 'ID Number must be exactly 13 digits.'],
  ['80010150090X7', 'ID Number must contain only numeric characters.'],
])('the ID number "%s" of a South African is refused without a call', async (idNumber, message) => {
  const fetched = verifying(true);
  vi.stubGlobal('fetch', fetched);
  expect(await idNumberCheck(idNumber, { taxCountry: 'RSA' })).toBe(message);
  expect(fetched).not.toHaveBeenCalled();
});

test('an ID number of the right form is verified by the server', async () => {
  vi.stubGlobal('fetch', verifying(true));
  expect(await idNumberCheck('8001015009087', { taxCountry: 'RSA' })).toBeUndefined();
  vi.stubGlobal('fetch', verifying(false));
  expect(await idNumberCheck('8001015009087', { taxCountry: 'RSA' })).toBe(
    'ID verification failed. Please check your ID number.',
  );
});

test('a number of another country is required and has no format', async () => {
  expect(await idNumberCheck('BP12345', { taxCountry: 'BOT' })).toBeUndefined();
  expect(await idNumberCheck(' ', { taxCountry: 'BOT' })).toBe('Identification Number is required.');
});

test('the form reports personal email domains, weak passwords and different passwords', () => {
  expect(emailCheck('thandi@gmail.com')).toMatch(/^Personal email domains/);
  expect(emailCheck('thandi@agency.example')).toBeUndefined();
  expect(passwordCheck('fynbos1!')).toMatch(/^Password must contain/);
  expect(passwordCheck('')).toBeUndefined();
  expect(confirmationCheck('Fynbos2!', { password: 'Fynbos1!' })).toBe('Passwords do not match.');
  expect(confirmationCheck(undefined, {})).toBeUndefined();
});

test('a cell number is sent with its dial code once', () => {
  expect(dialledNumber('27', '082 123 4567')).toBe('27821234567');
  expect(dialledNumber('27', '+264 81 123 4567')).toBe('+264 81 123 4567');
});
