import { expect, test } from 'vitest';
import { amountInWords } from './amount-in-words.ts';

test.each([
  [0, 'zero rand'],
  [1, 'zero rand and one cent'],
  [100_05, 'one hundred rand and five cents'],
  [1_000_00, 'one thousand rand'],
  [1_005_00, 'one thousand and five rand'],
  [-21_40, 'minus twenty-one rand and forty cents'],
  [347_819_28, 'three hundred and forty-seven thousand eight hundred and nineteen rand and twenty-eight cents'],
  [1_000_200_00, 'one million two hundred rand'],
  [
    99_999_999_999,
    'nine hundred and ninety-nine million nine hundred and ninety-nine thousand nine hundred and ninety-nine rand and ninety-nine cents',
  ],
])('%i cents are %s', (cents, words) => {
  expect(amountInWords(cents)).toBe(words);
});
