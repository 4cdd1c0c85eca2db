import { expect, test } from 'vitest';
import { newlyIncludedSince } from './state.ts';

const TODAY = '2026-11-20';
const dates = (startDate: string, endDate: string | null) => ({ startDate, endDate });

test.each([
  [
    'an end that has passed is moved to come',
    dates('2026-01-01', '2026-06-30'),
    dates('2026-01-01', null),
    '2026-07-01',
  ],
  [
    'an end is moved within what has passed',
    dates('2026-01-01', '2026-06-30'),
    dates('2026-01-01', '2026-07-31'),
    '2026-07-01',
  ],
  ['a start is moved back', dates('2026-03-01', null), dates('2020-01-01', null), '2020-01-01'],
  ['a start to come is moved into what has passed', dates('2027-01-01', null), dates('2026-11-19', null), '2026-11-19'],
  ['both are moved apart', dates('2026-03-01', '2026-06-30'), dates('2026-01-01', '2026-09-30'), '2026-01-01'],
  ['it is moved as a whole', dates('2026-01-01', '2026-03-31'), dates('2026-05-01', '2026-06-30'), '2026-05-01'],
  ['an end that was yesterday is moved to come', dates('2026-01-01', '2026-11-19'), dates('2026-01-01', null), null],
  ['an end to come is moved on', dates('2026-01-01', '2026-12-31'), dates('2026-01-01', '2027-12-31'), null],
  ['the last possible end is opened', dates('2026-01-01', '9999-12-31'), dates('2026-01-01', null), null],
  ['an end is moved back', dates('2026-01-01', null), dates('2026-01-01', '2026-06-30'), null],
  ['it begins again today', dates('2026-01-01', '2026-06-30'), dates(TODAY, null), null],
  ['a start is moved on', dates('2026-01-01', null), dates('2026-06-01', null), null],
  ['a start to come is moved to today', dates('2027-01-01', null), dates(TODAY, null), null],
])('finds the first past day that becomes included: %s', (_what, before, after, expected) => {
  expect(newlyIncludedSince(before, after, TODAY)).toBe(expected);
});
