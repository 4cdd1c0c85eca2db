import { expect, test } from 'vitest';
import { countUpdates } from './ListUpdates.tsx';

const page = (ids: readonly number[], total = ids.length, version = 1) => ({
  data: ids.map((id) => ({ id, version })),
  total,
});

test('counts new rows, notices changed ones, and stays silent otherwise', () => {
  expect(countUpdates(page([1, 2]), page([1, 2]))).toBeNull();
  expect(countUpdates(page([1, 2]), page([3, 1, 2]))).toBe(1);
  // A full page shows two of the three new rows; the total has all.
  expect(countUpdates(page([1, 2], 20), page([4, 3], 23))).toBe(3);
  expect(countUpdates(page([1, 2]), page([1, 2], 2, 2))).toBe(0);
  expect(countUpdates(page([1, 2]), page([2], 1))).toBe(0);
});
