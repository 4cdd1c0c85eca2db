import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { describe, expect, test } from 'vitest';
import { MonthMoves, MonthRewards } from './month-rewards.ts';

const JUNE = { from: '2026-06', to: '2026-06' };
const decided = (position: string, month: string, reservationNo = 'R1') => ({
  position,
  month,
  reservationNo,
  recordedAt: `2026-07-01T08:00:0${position}.000Z`,
  promoCode: 'A',
  by: 'integrator 1',
  reason: null,
});
const posted = (grossCents: number, month: string, agentId = 1): RewardsAccountEvent => ({
  type: 'RewardPosted',
  data: {
    agentId,
    reservationNo: 'R1',
    decisionNo: 1,
    month,
    promoCode: 'A',
    reason: null,
    on: '2026-07-01',
    before: null,
    after: { status: 'Earned', grossCents, payeCents: grossCents / 4, nettCents: grossCents - grossCents / 4 },
  },
});
const rewardsAfter = (...decisions: readonly ReturnType<typeof decided>[]): MonthRewards => {
  const moves = new MonthMoves(JUNE);
  for (const decision of decisions) moves.add(decision);
  return new MonthRewards(moves.found);
};

describe('the rewards of compared months', () => {
  test('keep a reward out that was never invoiced in them', () => {
    const rewards = rewardsAfter(decided('1', '2026-05'), decided('3', '2026-07'));
    expect(rewards.add(posted(100_00, '2026-05'))).toBeNull();
    expect(rewards.moveUntil()).toEqual([]);
  });

  test('lose a reward when its invoice moves to another month', () => {
    const rewards = rewardsAfter(decided('1', '2026-06'), decided('3', '2026-07'));
    expect(rewards.moveUntil('2')).toEqual([]);
    expect(rewards.add(posted(100_00, '2026-06'))).toBe('2026-06');
    expect(rewards.moveUntil()).toMatchObject([
      { cause: 'moved-out', agentId: 1, grossCents: -100_00, payeCents: -25_00, nettCents: -75_00 },
    ]);
    expect(rewards.add(posted(50_00, '2026-07'))).toBeNull();
  });

  test('gain a whole reward, with its corrections, when its invoice moves into them', () => {
    const rewards = rewardsAfter(decided('1', '2026-05'), decided('4', '2026-06'));
    expect(rewards.moveUntil('2')).toEqual([]);
    rewards.add(posted(100_00, '2026-05'));
    rewards.add({
      type: 'AccountAdjusted',
      data: {
        agentId: 1,
        adjustmentId: 'a',
        cause: { kind: 'correction' as const },
        reason: 'Error',
        text: 'x',
        reservationNo: 'R1',
        decisionNo: null,
        payeRate: null,
        dated: '2026-07-01',
        grossCents: -40_00,
        payeCents: -10_00,
        nettCents: -30_00,
      },
    });
    expect(rewards.moveUntil('5')).toMatchObject([{ cause: 'moved-in', grossCents: 60_00, nettCents: 45_00 }]);
    expect(rewards.add(posted(10_00, '2026-06'))).toBe('2026-06');
  });

  test('count a reward once however often its invoice moves, for each agent', () => {
    const moves = ['2026-06', '2026-05', '2026-06', '2026-07'].map((month, at) => decided(String(at * 2 + 1), month));
    const rewards = rewardsAfter(...moves);
    rewards.moveUntil('2');
    rewards.add(posted(100_00, '2026-06', 1));
    rewards.add(posted(80_00, '2026-06', 2));
    const moved = rewards.moveUntil();
    expect(moved.map(({ agentId, grossCents }) => [agentId, grossCents])).toEqual([
      [1, -100_00],
      [2, -80_00],
      [1, 100_00],
      [2, 80_00],
      [1, -100_00],
      [2, -80_00],
    ]);
  });
});
