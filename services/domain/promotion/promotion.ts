import { addDays, type Day } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import type { PromotionEvent } from './events.ts';
import { countingOn, isShownActive, type Promotion, rateOn, type Switch } from './state.ts';

export interface PromotionFields {
  readonly promoCode: string;
  readonly description: string;
  readonly promoRate: number;
  readonly startDate: Day;
  readonly endDate: Day | null;
}

export type PromotionCommand =
  | {
      readonly type: 'CreatePromotion';
      readonly promotionId: string;
      readonly isActive: boolean;
      readonly fields: PromotionFields;
    }
  /** `today` and `effectiveFrom` are Johannesburg days; the rate counts from `effectiveFrom`, or from today; later it is planned. */
  | {
      readonly type: 'UpdatePromotion';
      readonly fields: Partial<PromotionFields>;
      readonly today: Day;
      readonly effectiveFrom?: Day;
    }
  | { readonly type: 'ActivatePromotion'; readonly today: Day }
  | { readonly type: 'DeactivatePromotion'; readonly today: Day }
  /** A rate, or a switch, from today or from a day to come, off from tomorrow at the earliest; `today` is Johannesburg's. */
  | {
      readonly type: 'PlanChange';
      readonly today: Day;
      readonly effectiveFrom: Day;
      readonly promoRate?: number | undefined;
      readonly isActive?: boolean | undefined;
    }
  /** Takes back what is planned for a day to come. */
  | {
      readonly type: 'WithdrawChange';
      readonly today: Day;
      readonly what: 'rate' | 'switch';
      readonly effectiveFrom: Day;
    }
  /** An effective-dated change: from the day on, that day included. */
  | {
      readonly type: 'ChangePromotion';
      readonly effectiveFrom: Day;
      readonly promoRate?: number;
      readonly isActive?: boolean;
    };

const SINCE_ALWAYS: Day = '0000-01-01';

/** Promotion codes compare without regard to case; this is the form in which they are compared and reported. */
export const codeKey = (promoCode: string): string => promoCode.trim().toUpperCase();

/**
 * Whether a promotion ever had a code (a `codeKey`), by its events. It may have claimed one for a change that never came to
 * be: that code is not its own.
 */
export const everHadCode = (events: readonly { readonly data: object }[], code: string): boolean =>
  events.some(({ data }) => 'promoCode' in data && codeKey(String(data.promoCode)) === code);

function checkFields(fields: Partial<PromotionFields>): void {
  const { promoRate, startDate, endDate } = fields;
  if (promoRate !== undefined && !(promoRate > 0 && promoRate <= 1)) {
    const message = 'Promotion Rate must be more than 0 and at most 1.';
    throw new DomainError('invalid', 'promotion.rate', message, [{ field: 'promoRate', message }]);
  }
  if (startDate !== undefined && endDate !== undefined && endDate !== null && endDate < startDate) {
    const message = 'End Date must not be before Start Date.';
    throw new DomainError('invalid', 'promotion.dates', message, [{ field: 'endDate', message }]);
  }
}

function update(command: Extract<PromotionCommand, { type: 'UpdatePromotion' }>, state: Promotion): PromotionEvent[] {
  const next = { ...state, ...command.fields };
  checkFields({ ...next, promoRate: command.fields.promoRate });
  const events: PromotionEvent[] = [];
  if (next.promoCode !== state.promoCode)
    events.push({ type: 'PromotionRenamed', data: { promoCode: next.promoCode } });
  if (next.description !== state.description) {
    events.push({ type: 'PromotionDescribed', data: { description: next.description } });
  }
  if (next.startDate !== state.startDate || next.endDate !== state.endDate) {
    events.push({ type: 'PromotionDatesChanged', data: { startDate: next.startDate, endDate: next.endDate } });
  }
  const { promoRate } = command.fields;
  const { today, effectiveFrom = today } = command;
  if (promoRate === undefined || promoRate === rateOn(state, effectiveFrom)) return events;
  // For a day to come it is a plan like any other, within the dates that come with it.
  if (effectiveFrom > today) return [...events, ...plan({ type: 'PlanChange', today, effectiveFrom, promoRate }, next)];
  return [...events, { type: 'PromotionRateChanged', data: { promoRate, effectiveFrom } }];
}

/**
 * Switching on counts from the same day, switching off from the next: a code active for any part of a day is active for
 * that day. Switching to the state it is in changes nothing.
 */
function flip(isActive: boolean, today: Day, state: Promotion): PromotionEvent[] {
  // Shown on, it may still not count today: somebody switched it off from today on, back in time.
  const stands = isShownActive(state, today) === isActive && (!isActive || countingOn(state.switches, today));
  if (stands) return [];
  const tomorrow = addDays(today, 1);
  if (!isActive) return [{ type: 'PromotionDeactivated', data: { effectiveFrom: tomorrow, shownFrom: today } }];
  const from = (effectiveFrom: Day): PromotionEvent => ({
    type: 'PromotionActivated',
    data: { effectiveFrom, shownFrom: today },
  });
  // Switched off earlier today: that counts from tomorrow, so this must too in order to undo it.
  const undoes = state.switches.some((each) => each.effectiveFrom === tomorrow && each.shownFrom === today);
  return [...(countingOn(state.switches, today) ? [] : [from(today)]), ...(undoes ? [from(tomorrow)] : [])];
}

function change(command: Extract<PromotionCommand, { type: 'ChangePromotion' }>): PromotionEvent[] {
  checkFields(command);
  const { effectiveFrom, promoRate, isActive } = command;
  const events: PromotionEvent[] = [];
  if (promoRate !== undefined) events.push({ type: 'PromotionRateChanged', data: { promoRate, effectiveFrom } });
  if (isActive !== undefined) {
    const data = { effectiveFrom, shownFrom: effectiveFrom };
    events.push(isActive ? { type: 'PromotionActivated', data } : { type: 'PromotionDeactivated', data });
  }
  return events;
}

const refusedDay = (kind: 'invalid' | 'conflict', code: string, message: string) =>
  new DomainError(kind, code, message, [{ field: 'effectiveFrom', message }]);

/**
 * Whether a change from a day on would reach back. Switching off counts from the next day, so today has begun for it
 * already: reservations of this morning found the code active.
 */
export const hasBegun = (effectiveFrom: Day, today: Day, isActive: boolean | undefined): boolean =>
  effectiveFrom < today || (isActive === false && effectiveFrom === today);

/**
 * A planned change must change something, within the promotion's time; two plans of one kind for one day are refused, so
 * that what the page shows as planned is what will count.
 */
function plan(command: Extract<PromotionCommand, { type: 'PlanChange' }>, state: Promotion): PromotionEvent[] {
  const { today, effectiveFrom, promoRate, isActive } = command;
  if (hasBegun(effectiveFrom, today, isActive))
    throw refusedDay('invalid', 'promotion.day-gone', 'That day has begun.');
  if (state.endDate !== null && effectiveFrom > state.endDate)
    throw refusedDay('invalid', 'promotion.ended', 'The promotion has ended by that day.');
  const changesRate = promoRate !== undefined && promoRate !== rateOn(state, effectiveFrom);
  const changesSwitch = isActive !== undefined && isActive !== countingOn(state.switches, effectiveFrom);
  if (!changesRate && !changesSwitch)
    throw refusedDay('invalid', 'promotion.no-change', 'That is how it stands on that day already.');
  const isTaken = (entries: readonly { readonly effectiveFrom: Day }[]) =>
    effectiveFrom > today && entries.some((each) => each.effectiveFrom === effectiveFrom);
  if ((changesRate && isTaken(state.rates)) || (changesSwitch && isTaken(state.switches)))
    throw refusedDay(
      'conflict',
      'promotion.planned',
      'Another change is planned from that day already. Withdraw it first.',
    );
  return change({
    type: 'ChangePromotion',
    effectiveFrom,
    ...(changesRate ? { promoRate } : {}),
    ...(changesSwitch ? { isActive } : {}),
  });
}

function withdraw(
  { today, what, effectiveFrom }: Extract<PromotionCommand, { type: 'WithdrawChange' }>,
  { rates, switches }: Promotion,
): PromotionEvent[] {
  const begins = (each: { readonly effectiveFrom: Day }): boolean => each.effectiveFrom === effectiveFrom;
  if (effectiveFrom <= today || !(what === 'rate' ? rates : switches).some(begins))
    throw new DomainError('not-found', 'promotion.not-planned', 'No such change is planned from that day.');
  if (what === 'rate') return [{ type: 'PromotionChangeWithdrawn', data: { what, effectiveFrom } }];
  // The one that counts, as the page shows it: what was switched by hand on the eve stands on its own.
  const shownFrom = switches
    .filter(begins)
    .reduce((latest, each) => (each.shownFrom > latest ? each.shownFrom : latest), '');
  return [{ type: 'PromotionChangeWithdrawn', data: { what, effectiveFrom, shownFrom } }];
}

/** Refuses what breaks its rules with `DomainError`: `promotion.rate`, `promotion.dates`, `promotion.unknown`, `promotion.exists`. */
export const promotionDecider: Decider<Promotion, PromotionCommand, PromotionEvent> = {
  name: 'promotion',
  initial: {
    promotionId: null,
    promoCode: '',
    description: '',
    startDate: SINCE_ALWAYS,
    endDate: null,
    rates: [],
    switches: [],
    version: 0,
  },

  decide(command, state) {
    if (command.type === 'CreatePromotion') {
      if (state.promotionId !== null)
        throw new DomainError('conflict', 'promotion.exists', 'The promotion already exists.');
      checkFields(command.fields);
      const { promotionId, isActive, fields } = command;
      return [{ type: 'PromotionCreated', data: { promotionId, ...fields, isActive } }];
    }
    if (state.promotionId === null)
      throw new DomainError('not-found', 'promotion.unknown', 'There is no such promotion.');
    switch (command.type) {
      case 'UpdatePromotion':
        return update(command, state);
      case 'ActivatePromotion':
        return flip(true, command.today, state);
      case 'DeactivatePromotion':
        return flip(false, command.today, state);
      case 'PlanChange':
        return plan(command, state);
      case 'WithdrawChange':
        return withdraw(command, state);
      case 'ChangePromotion':
        return change(command);
    }
  },

  evolve(state, event) {
    const version = state.version + 1;
    switch (event.type) {
      case 'PromotionCreated': {
        const { promotionId, promoCode, description, startDate, endDate, isActive, promoRate } = event.data;
        return {
          promotionId,
          promoCode,
          description,
          startDate,
          endDate,
          version,
          rates: [{ promoRate, effectiveFrom: SINCE_ALWAYS }],
          switches: [{ isActive, effectiveFrom: SINCE_ALWAYS, shownFrom: SINCE_ALWAYS }],
        };
      }
      case 'PromotionRateChanged':
        return { ...state, version, rates: [...state.rates, event.data] };
      case 'PromotionActivated':
        return { ...state, version, switches: [...state.switches, { isActive: true, ...event.data }] };
      case 'PromotionDeactivated':
        return { ...state, version, switches: [...state.switches, { isActive: false, ...event.data }] };
      case 'PromotionChangeWithdrawn': {
        const { what, effectiveFrom, shownFrom } = event.data;
        if (what === 'rate')
          return { ...state, version, rates: state.rates.filter((each) => each.effectiveFrom !== effectiveFrom) };
        const isMeant = (each: Switch): boolean =>
          each.effectiveFrom === effectiveFrom && (shownFrom === undefined || each.shownFrom === shownFrom);
        return { ...state, version, switches: state.switches.filter((each) => !isMeant(each)) };
      }
      case 'PromotionDatesChanged':
      case 'PromotionDescribed':
      case 'PromotionRenamed':
        return { ...state, version, ...event.data };
    }
  },
};
