import { describe, expect, it } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import type { PromotionEvent } from './events.ts';
import { type PromotionCommand, promotionDecider } from './promotion.ts';
import { isActiveOn, isShownActive, knownPromotion, rateOn } from './state.ts';

const fields = {
  promoCode: 'Sun01',
  description: 'Sun',
  promoRate: 0.2,
  startDate: '2026-01-01',
  endDate: '2026-12-31',
};
const created: PromotionEvent = { type: 'PromotionCreated', data: { promotionId: 'p1', ...fields, isActive: true } };

const given = (...events: PromotionEvent[]) => {
  const state = fold(promotionDecider, promotionDecider.initial, events);
  return {
    get state() {
      return knownPromotion(state);
    },
    when: (command: Timed<PromotionCommand>) => {
      const decided = decideTimed(promotionDecider, command, state);
      return { events: decided, state: knownPromotion(fold(promotionDecider, state, decided)) };
    },
  };
};

describe('a promotion', () => {
  it('is active on its first and on its last day, and not before or after', () => {
    const { state } = given(created);
    expect(['2025-12-31', '2026-01-01', '2026-12-31', '2027-01-01'].map((day) => isActiveOn(state, day))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('still counts today if it is switched off today, and shows inactive immediately', () => {
    const { state } = given(created).when({ type: 'DeactivatePromotion', today: '2026-03-10' });
    expect(isActiveOn(state, '2026-03-10')).toBe(true);
    expect(isActiveOn(state, '2026-03-11')).toBe(false);
    expect(isShownActive(state, '2026-03-10')).toBe(false);
  });

  it('stays active if it is switched off and on again on one day, in any order', () => {
    let { state } = given(created).when({ type: 'DeactivatePromotion', today: '2026-03-10' });
    const run = (command: Timed<PromotionCommand>) => {
      state = knownPromotion(fold(promotionDecider, state, decideTimed(promotionDecider, command, state)));
    };
    run({ type: 'ActivatePromotion', today: '2026-03-10' });
    expect(isActiveOn(state, '2026-03-11')).toBe(true);
    run({ type: 'DeactivatePromotion', today: '2026-03-10' });
    expect([isActiveOn(state, '2026-03-10'), isActiveOn(state, '2026-03-11')]).toEqual([true, false]);
    run({ type: 'ActivatePromotion', today: '2026-05-01' });
    expect(['2026-04-30', '2026-05-01'].map((day) => isActiveOn(state, day))).toEqual([false, true]);
  });

  it('can be planned off from tomorrow at the earliest, because today has begun, and on from today', () => {
    const plan = (effectiveFrom: string, isActive: boolean) =>
      given(created).when({ type: 'PlanPromotionChange', today: '2026-03-10', effectiveFrom, isActive });
    expect(() => plan('2026-03-10', false)).toThrow('That day has begun.');
    expect(plan('2026-03-11', false).events).toHaveLength(1);
    const { state } = given(created).when({ type: 'DeactivatePromotion', today: '2026-03-01' });
    const on = {
      type: 'PlanPromotionChange',
      today: '2026-03-10',
      effectiveFrom: '2026-03-10',
      isActive: true,
    } as const;
    expect(decideTimed(promotionDecider, on, state)).toHaveLength(1);
  });

  it('does not change if it is switched to the state it is in', () => {
    expect(given(created).when({ type: 'ActivatePromotion', today: '2026-03-10' }).events).toEqual([]);
  });

  it('keeps the rate of each day when effective-dated changes come in any order', () => {
    const change = (effectiveFrom: string, promoRate: number): PromotionEvent => ({
      type: 'PromotionRateChanged',
      data: { effectiveFrom, promoRate },
    });
    const { state } = given(created, change('2026-06-01', 0.3), change('2026-04-01', 0.25));
    expect(['2026-03-31', '2026-04-01', '2026-05-31', '2026-06-01'].map((day) => rateOn(state, day))).toEqual([
      0.2, 0.25, 0.25, 0.3,
    ]);
  });

  it('has a new rate from today by default, and records no unchanged fields', () => {
    const { events } = given(created).when({
      type: 'UpdatePromotion',
      fields: { ...fields, promoRate: 0.3 },
      today: '2026-02-01',
    });
    expect(events).toEqual([{ type: 'PromotionRateChanged', data: { promoRate: 0.3, effectiveFrom: '2026-02-01' } }]);
  });

  const planned = (
    effectiveFrom: string,
    changes: { promoRate?: number; isActive?: boolean },
  ): Timed<PromotionCommand> => ({
    type: 'PlanPromotionChange',
    today: '2026-03-10',
    effectiveFrom,
    ...changes,
  });

  it('can be planned ahead: a rate and a switch count from their day on, and the page shows them then', () => {
    const { state } = given(created).when(planned('2026-06-01', { promoRate: 0.3, isActive: false }));
    expect([rateOn(state, '2026-05-31'), rateOn(state, '2026-06-01')]).toEqual([0.2, 0.3]);
    expect([isActiveOn(state, '2026-05-31'), isActiveOn(state, '2026-06-01')]).toEqual([true, false]);
    expect([isShownActive(state, '2026-05-31'), isShownActive(state, '2026-06-01')]).toEqual([true, false]);
  });

  it('refuses two plans of one kind for one day, until the first is withdrawn', () => {
    const once = given(created).when(planned('2026-06-01', { promoRate: 0.3 }));
    const again = planned('2026-06-01', { promoRate: 0.4 });
    expect(() => decideTimed(promotionDecider, again, once.state)).toThrow('Another change is planned');
    expect(decideTimed(promotionDecider, planned('2026-06-01', { isActive: false }), once.state)).toHaveLength(1);
    const back = decideTimed(
      promotionDecider,
      { type: 'WithdrawPlannedChange', today: '2026-03-10', what: 'rate', effectiveFrom: '2026-06-01' },
      once.state,
    );
    const withdrawn = knownPromotion(fold(promotionDecider, once.state, back));
    expect(rateOn(withdrawn, '2026-06-01')).toBe(0.2);
    const replanned = fold(promotionDecider, withdrawn, decideTimed(promotionDecider, again, withdrawn));
    expect(rateOn(knownPromotion(replanned), '2026-06-01')).toBe(0.4);
  });

  it('refuses a plan for a past day, after its end, or without a change', () => {
    const { when } = given(created);
    expect(() => when(planned('2026-03-09', { promoRate: 0.3 }))).toThrow('has begun');
    expect(() => when(planned('2027-01-01', { promoRate: 0.3 }))).toThrow('has ended');
    expect(() => when(planned('2026-06-01', { promoRate: 0.2, isActive: true }))).toThrow(
      'already has this rate or state on that day',
    );
    expect(() => when(planned('2026-06-01', {}))).toThrow('already has this rate or state on that day');
  });

  it('refuses to withdraw a change that already counts', () => {
    for (const effectiveFrom of ['2026-03-10', '0000-01-01', '2026-07-01']) {
      const command = { type: 'WithdrawPlannedChange', today: '2026-03-10', what: 'rate', effectiveFrom } as const;
      expect(() => given(created).when(command), effectiveFrom).toThrow('No such change is planned');
    }
  });

  it.each([0, -0.1, 1.01, Number.NaN])('refuses a rate of %s', (promoRate) => {
    const command: Timed<PromotionCommand> = { type: 'ApplyPromotionChange', effectiveFrom: '2026-02-01', promoRate };
    expect(() => given(created).when(command)).toThrow(
      'Promotion Rate must be more than 0 and at most 1, for example 0.2 for 20%.',
    );
  });

  it('refuses to end before it starts', () => {
    const command: Timed<PromotionCommand> = {
      type: 'UpdatePromotion',
      fields: { endDate: '2025-12-31' },
      today: '2026-02-01',
    };
    expect(() => given(created).when(command)).toThrow('End Date must not be before Start Date.');
  });
});
