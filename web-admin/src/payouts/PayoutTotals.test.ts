import { expect, test } from 'vitest';
import { rand } from '../format/format.ts';
import { linesMore, nettMore } from './PayoutTotals.tsx';

test('states by how much a run differs from the previous one', () => {
  expect(nettMore(2_305)).toEqual(['%{nett} more', { nett: rand(2_305) }]);
  expect(nettMore(-2_305)).toEqual(['%{nett} less', { nett: rand(2_305) }]);
  expect(nettMore(0)).toEqual(['the same amount']);
});

test('counts the lines more or fewer without a sign', () => {
  expect(linesMore(2)).toEqual(['%{count} line more |||| %{count} lines more', { count: 2 }]);
  expect(linesMore(-1)).toEqual(['%{count} line fewer |||| %{count} lines fewer', { count: 1 }]);
  expect(linesMore(0)).toEqual(['as many lines']);
});
