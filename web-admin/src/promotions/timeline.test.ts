import { expect, test } from 'vitest';
import { timelineOf } from './timeline.ts';

const promotion = {
  rates: [
    { from: '0000-01-01', promoRate: 0.2 },
    { from: '2026-06-01', promoRate: 0.4 },
    { from: '2026-03-01', promoRate: 0.25 },
    { from: '2026-03-01', promoRate: 0.3 },
  ],
  switches: [{ from: '0000-01-01', isActive: true }],
};

test('the timeline of a promotion shows past, current and planned terms once for each day', () => {
  expect(timelineOf(promotion, '2026-05-31').map(({ from, promoRate, state }) => [from, promoRate, state])).toEqual([
    ['2026-06-01', 0.4, 'planned'],
    ['2026-03-01', 0.3, 'current'],
    ['0000-01-01', 0.2, 'past'],
    ['0000-01-01', undefined, 'current'],
  ]);
  expect(timelineOf(promotion, '2026-06-01')[0]?.state).toBe('current');
});
