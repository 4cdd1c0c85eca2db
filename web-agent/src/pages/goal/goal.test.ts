import { expect, test } from 'vitest';
import { openPetals } from './MonthlyGoal.tsx';

test('the last petal opens when the goal is reached, and not before', () => {
  expect([0, 0.05, 0.1, 0.5, 0.999, 1, 3].map(openPetals)).toEqual([0, 0, 1, 5, 10, 11, 11]);
  expect(openPetals(-0.5)).toBe(0);
});
