import { expect, test } from 'vitest';
import { rand } from '../format/format.ts';
import { headline, linesMore, nettMore } from './PayoutTotals.tsx';

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

test('shows what is sent after dropped lines, what is paid once settled, and nothing once cancelled', () => {
  const totals = (nettCents: number) => ({ lines: 1, grossCents: nettCents, payeCents: 0, nettCents });
  const run = { frozen: totals(300), sent: totals(200), paid: totals(100) };
  expect(headline({ ...run, status: 'approved' })).toEqual([300, 'nett to be paid on %{payDate}']);
  expect(headline({ ...run, status: 'exported' })).toEqual([200, 'nett sent to the bank, pay date %{payDate}']);
  expect(headline({ ...run, status: 'settled' })).toEqual([100, 'nett paid, pay date %{payDate}']);
  expect(headline({ ...run, status: 'cancelled' })).toEqual([300, 'nett, cancelled']);
});
