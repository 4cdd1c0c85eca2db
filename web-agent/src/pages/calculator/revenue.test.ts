import { expect, test } from 'vitest';
import { centsOfInput } from './revenue.ts';

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
