import { expect, test } from 'vitest';
import { addedEntries } from './sentences.ts';

const rate = (promoRate: number, effectiveFrom: string) => ({ promoRate, effectiveFrom });

test('reduces an added rate to the rate before it and the new one', () => {
  const [first, second, third] = [rate(0.1, '0000-01-01'), rate(0.12, '2026-01-01'), rate(0.2, '2026-05-01')];
  expect(addedEntries([first, second], [first, second, third])).toEqual({ before: [second], after: [third] });
  expect(addedEntries([first, second], [first])).toBeNull();
  expect(addedEntries([first], [second])).toBeNull();
  expect(addedEntries([], [first])).toBeNull();
  expect(addedEntries('a', ['a'])).toBeNull();
});
