import { fold } from '../../decider.ts';
import { promotionDecider } from '../promotion.ts';
import { knownPromotion } from '../state.ts';

/** The promotion `SUN` of tests: 20% from 1 January 2026, without an end. */
export const sun = knownPromotion(
  fold(promotionDecider, promotionDecider.initial, [
    {
      type: 'PromotionCreated',
      data: {
        promotionId: 'p1',
        promoCode: 'SUN',
        description: '',
        promoRate: 0.2,
        startDate: '2026-01-01',
        endDate: null,
        isActive: true,
      },
    },
  ]),
);
