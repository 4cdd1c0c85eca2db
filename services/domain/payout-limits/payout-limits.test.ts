import { describe, expect, test } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed } from '../testing/timed.ts';
import { approversFor, initialLimits, type PayoutLimits, payoutLimitsDecider } from './payout-limits.ts';

const FIRST = initialLimits(5_000_000_00);
const { initial } = payoutLimitsDecider;
const set = (changes: Partial<PayoutLimits>) =>
  decideTimed(payoutLimitsDecider, { type: 'SetPayoutLimits', limits: { ...FIRST, ...changes } }, initial);

describe('the number of approvers', () => {
  const bands = [
    { fromNettCents: 500_000_00, approvers: 2 },
    { fromNettCents: 2_000_000_00, approvers: 3 },
  ];
  test.each([
    [499_999_99, 1],
    [500_000_00, 2],
    [1_999_999_99, 2],
    [2_000_000_00, 3],
  ])('follows from the total: %i cents need %i', (nettCents, approvers) => {
    expect(approversFor(nettCents, bands)).toBe(approvers);
  });
  test('is one without bands', () => expect(approversFor(99_999_999_999, [])).toBe(1));
});

test('is recorded in new limits as a new version, and not where they are the same', () => {
  const events = set({ eftItemCents: 1_000_000_00 });
  expect(events).toMatchObject([{ type: 'PayoutLimitsSet', data: { version: 1 } }]);
  const state = fold(payoutLimitsDecider, initial, events);
  const again = { type: 'SetPayoutLimits', limits: { ...FIRST, eftItemCents: 1_000_000_00 } } as const;
  expect(decideTimed(payoutLimitsDecider, again, state)).toEqual([]);
  expect(decideTimed(payoutLimitsDecider, { ...again, limits: FIRST }, state)).toMatchObject([
    { data: { version: 2 } },
  ]);
});

test.each<[string, Partial<PayoutLimits>]>([
  ['eftItemCents', { eftItemCents: 0 }],
  ['crossBorderItemCents', { crossBorderItemCents: 100_000_000_000 }],
  ['statedTotalFromCents', { statedTotalFromCents: -1 }],
  ['approverBands', { approverBands: [{ fromNettCents: 1, approvers: 1 }] }],
  ['approverBands', { approverBands: [{ fromNettCents: 1, approvers: 6 }] }],
  ['approverBands', { approverBands: [2, 2].map((n) => ({ fromNettCents: 500, approvers: n })) }],
])('is refused with %s out of bounds', (field, changes) => {
  expect(() => set(changes)).toThrow(expect.objectContaining({ code: `payout-limits.${field}` }));
});
