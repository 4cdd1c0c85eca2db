import { expect, test } from 'vitest';
import { short } from './BarSeries.tsx';

test('the sign of a negative amount comes before the currency', () => {
  expect(short(-1_234_00)).toBe('−R1\u202f234');
  expect(short(-2_000_000_00)).toBe('−R2m');
  expect(short(1_234_00)).toBe('R1\u202f234');
});
