import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '../calendar.ts';
import { fold } from '../decider.ts';
import { DomainError } from '../errors.ts';
import { propertyRuns } from '../testing/property-runs.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import { type PromotionCommand, promotionDecider } from './promotion.ts';
import {
  isActiveOn,
  isShownActive,
  knownPromotion,
  type Promotion,
  type PromotionState,
  switchesByPrecedence,
} from './state.ts';

const [NINTH, TENTH] = ['2026-03-09', '2026-03-10'];
const fields = { promoCode: 'SUN', description: 'Sun', promoRate: 0.2, startDate: '2026-01-01', endDate: null };

const run = (state: PromotionState, ...commands: readonly Timed<PromotionCommand>[]): Promotion =>
  knownPromotion(
    commands.reduce((now, command) => fold(promotionDecider, now, decideTimed(promotionDecider, command, now)), state),
  );
const created = (isActive: boolean): Promotion =>
  run(promotionDecider.initial, { type: 'CreatePromotion', promotionId: 'p', isActive, fields });
const planned = (isActive: boolean): Timed<PromotionCommand> => ({
  type: 'PlanPromotionChange',
  today: '2026-03-01',
  effectiveFrom: TENTH,
  isActive,
});
const on = (today: Day): Timed<PromotionCommand> => ({ type: 'ActivatePromotion', today });
const off = (today: Day): Timed<PromotionCommand> => ({ type: 'DeactivatePromotion', today });
const withdrawn: Timed<PromotionCommand> = {
  type: 'WithdrawPlannedChange',
  today: NINTH,
  what: 'switch',
  effectiveFrom: TENTH,
};
/** The state that is shown and the state that applies on a day. */
const seen = (state: Promotion, day: Day) => [isShownActive(state, day), isActiveOn(state, day)];

describe('a switch that is undone on the day before a planned switch', () => {
  test('keeps the planned end of a promotion tomorrow', () => {
    const state = run(created(true), planned(false), off(NINTH), on(NINTH));
    expect([seen(state, NINTH), seen(state, TENTH)]).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(seen(run(state, on(TENTH)), TENTH)).toEqual([true, true]);
  });

  test('keeps the planned start of a promotion tomorrow', () => {
    const state = run(created(false), planned(true), on(NINTH), off(NINTH));
    expect([seen(state, NINTH), seen(state, TENTH)]).toEqual([
      [false, true],
      [true, true],
    ]);
    expect(switchesByPrecedence(state).at(-1)).toMatchObject({ effectiveFrom: TENTH, isActive: true });
    expect(seen(run(state, off(TENTH)), addDays(TENTH, 1))).toEqual([false, false]);
  });

  test('remains undone when the plan is withdrawn', () => {
    const state = run(created(false), planned(true), on(NINTH), off(NINTH), withdrawn);
    expect([seen(state, NINTH), seen(state, TENTH)]).toEqual([
      [false, true],
      [false, false],
    ]);
  });
});

test('a switch can be planned for the day after one made today, and withdrawn on its own', () => {
  const plan: Timed<PromotionCommand> = { ...planned(true), today: NINTH };
  const state = run(created(true), off(NINTH), plan);
  expect([seen(state, NINTH), seen(state, TENTH)]).toEqual([
    [false, true],
    [true, true],
  ]);
  expect(() => run(state, { ...planned(false), today: NINTH })).toThrow('Withdraw it first');
  expect(seen(run(state, withdrawn), TENTH)).toEqual([false, false]);
});

test('switching on applies today, also where a back-dated deactivation is shown as on', () => {
  const backDated: Timed<PromotionCommand> = { type: 'ApplyPromotionChange', effectiveFrom: NINTH, isActive: false };
  const state = run(created(false), on(NINTH), off(NINTH), on(NINTH), backDated);
  expect(isActiveOn(state, NINTH)).toBe(false);
  expect(seen(run(state, on(NINTH)), NINTH)).toEqual([true, true]);
});

test('a withdrawal of an older release withdraws every switch of its day', () => {
  const before = run(created(false), planned(true), on(NINTH), off(NINTH));
  const state = promotionDecider.evolve(before, {
    type: 'PromotionChangeWithdrawn',
    data: { what: 'switch', effectiveFrom: TENTH },
  });
  expect(seen(knownPromotion(state), TENTH)).toEqual([true, true]);
});

const DAYS = 6;
const dayNo = (n: number): Day => addDays('2026-03-01', n);
const step = fc.oneof(
  fc.record({ do: fc.constant('next-day' as const) }),
  fc.record({ do: fc.constant('switch' as const), isActive: fc.boolean() }),
  fc.record({ do: fc.constant('withdraw' as const), n: fc.nat(DAYS) }),
  // Some changes are back-dated: those have an approval.
  fc.record({ do: fc.constantFrom('plan' as const, 'dated' as const), n: fc.nat(DAYS), isActive: fc.boolean() }),
);

test('the state shown for a future day equals the state that will apply', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(step, { maxLength: 14, size: 'max' }), (isActive, steps) => {
      let [state, day] = [created(isActive), 0];
      const attempt = (command: Timed<PromotionCommand>): void => {
        try {
          state = run(state, command);
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
        }
      };
      for (const each of steps) {
        const today = dayNo(day);
        if (each.do === 'next-day') day++;
        else if (each.do === 'switch') {
          const wanted = each.isActive;
          attempt(wanted ? on(today) : off(today));
          // The button has the effect that it names.
          expect(isShownActive(state, today)).toBe(wanted);
          if (wanted) expect(isActiveOn(state, today)).toBe(true);
        } else if (each.do === 'withdraw')
          attempt({ type: 'WithdrawPlannedChange', today, what: 'switch', effectiveFrom: dayNo(each.n) });
        else if (each.do === 'plan')
          attempt({ type: 'PlanPromotionChange', today, effectiveFrom: dayNo(each.n), isActive: each.isActive });
        else attempt({ type: 'ApplyPromotionChange', effectiveFrom: dayNo(each.n), isActive: each.isActive });
        for (let ahead = 1; ahead <= DAYS + 1; ahead++) {
          const later = addDays(dayNo(day), ahead);
          expect(isShownActive(state, later), later).toBe(isActiveOn(state, later));
        }
      }
    }),
    { numRuns: propertyRuns(500) },
  );
});
