import { expect, test } from 'vitest';
import { decideInSequence, fold } from './decider.ts';
import { type PromotionCommand, promotionDecider } from './promotion/promotion.ts';

const AT = '2026-11-24T08:00:00.000Z';
const fields = { promoCode: 'SUN', description: 'Sun', promoRate: 0.2, startDate: '2026-01-01', endDate: null };
const created = fold(
  promotionDecider,
  promotionDecider.initial,
  promotionDecider.decide(
    { type: 'CreatePromotion', promotionId: 'p1', isActive: true, fields },
    promotionDecider.initial,
    AT,
  ),
);
const decide = (...commands: PromotionCommand[]) => decideInSequence(promotionDecider).decide(commands, created, AT);
const rate = (promoRate: number): PromotionCommand => ({ type: 'UpdatePromotion', fields: { promoRate } });

test('decides commands together, each after the events of the earlier ones', () => {
  const events = decide(rate(0.25), rate(0.25), { type: 'DeactivatePromotion' });
  expect(events.map(({ type }) => type)).toEqual(['PromotionRateChanged', 'PromotionDeactivated']);
});

test('refuses all commands if one is refused', () => {
  const withdrawn = { type: 'WithdrawPlannedChange', what: 'rate', effectiveFrom: '2026-12-01' } as const;
  expect(() => decide(rate(0.25), withdrawn)).toThrow('No such change is planned');
});
