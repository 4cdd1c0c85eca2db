import { expect, test } from 'vitest';
import { BANKS, isAccountNumber, isBicOf, isBranchCode } from './banks.ts';

test.each([
  ['FIRNNANX', 'NMB', true],
  ['FIRNNANXXXX', 'NMB', true],
  ['FIRNNANX', 'BOT', false],
  ['FIRNNANXX', 'NMB', false],
  ['firnnanx', 'NMB', false],
  ['FIRNNANX', '', false],
])('checks the BIC %s of a bank in %s: %s', (text, country, isBic) => expect(isBicOf(text, country)).toBe(isBic));

test('banks are known by six-digit branch codes that keep their zeros', () => {
  for (const bank of BANKS.slice(0, -1)) expect(isBranchCode(bank.branchCode)).toBe(true);
  expect(isAccountNumber('5387264885')).toBe(true);
  expect(isAccountNumber('53872 64885')).toBe(false);
});
