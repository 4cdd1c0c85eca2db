import { addDays, type Day, dayOf } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { DomainError, fieldError } from '../errors.ts';
import type { DataOf } from '../event-schema.ts';
import type { RefusalCode } from '../refusal-codes.ts';
import type { PromotionEvent } from './events.ts';
import {
  isShownActive,
  isSwitchedOn,
  knownPromotion,
  type Promotion,
  type PromotionState,
  rateOn,
  type Switch,
} from './state.ts';

export type PromotionFields = Readonly<Omit<DataOf<PromotionEvent, 'PromotionCreated'>, 'promotionId' | 'isActive'>>;

export const promotionStreamOf = (promotionId: string): string => `promotion-${promotionId}`;

/** A rate or a switch from a day on. */
export interface PromotionChange {
  readonly effectiveFrom: Day;
  readonly promoRate?: number | undefined;
  readonly isActive?: boolean | undefined;
}

/** All days are Johannesburg days. */
export type PromotionCommand =
  | {
      readonly type: 'CreatePromotion';
      readonly promotionId: string;
      readonly isActive: boolean;
      readonly fields: PromotionFields;
    }
  /**
   * Changes the given fields. A new rate applies from `effectiveFrom` or today (P4); a later day follows
   * `PlanPromotionChange`.
   */
  | { readonly type: 'UpdatePromotion'; readonly fields: Partial<PromotionFields>; readonly effectiveFrom?: Day }
  | { readonly type: 'ActivatePromotion' | 'DeactivatePromotion' }
  /** From a future day. Refused where it contradicts another plan or changes nothing. */
  | ({ readonly type: 'PlanPromotionChange' } & PromotionChange)
  /** Withdraws a plan before its day (P4). */
  | { readonly type: 'WithdrawPlannedChange'; readonly what: 'rate' | 'switch'; readonly effectiveFrom: Day }
  /** From any day, including past ones: for imports and approved back-dated changes. */
  | ({ readonly type: 'ApplyPromotionChange' } & PromotionChange);

/**
 * Earlier than every day, so that the first rate and switch need no special case. The API returns it as their `from`.
 */
const BEFORE_EVERY_DAY: Day = '0000-01-01';

/** The form in which codes are compared and reported. */
export const codeKey = (promoCode: string): string => promoCode.trim().toUpperCase();

/** `code` is a `codeKey`. A promotion may have claimed a code for a change that was never recorded. */
export const everHadCode = (events: readonly { readonly data: object }[], code: string): boolean =>
  events.some(({ data }) => 'promoCode' in data && codeKey(String(data.promoCode)) === code);

function checkFields(fields: Partial<PromotionFields>): void {
  const { promoRate, startDate, endDate } = fields;
  if (promoRate !== undefined && !(promoRate > 0 && promoRate <= 1)) {
    const message = 'Promotion Rate must be more than 0 and at most 1, for example 0.2 for 20%.';
    throw fieldError('promotion.rate', 'promoRate', message);
  }
  if (startDate !== undefined && endDate !== undefined && endDate !== null && endDate < startDate)
    throw fieldError('promotion.dates', 'endDate', 'End Date must not be before Start Date.');
}

function update(
  { fields, effectiveFrom }: Extract<PromotionCommand, { type: 'UpdatePromotion' }>,
  state: Promotion,
  today: Day,
): PromotionEvent[] {
  const next = { ...state, ...fields };
  checkFields({ ...next, promoRate: fields.promoRate });
  const events: PromotionEvent[] = [];
  if (next.promoCode !== state.promoCode)
    events.push({ type: 'PromotionRenamed', data: { promoCode: next.promoCode } });
  if (next.description !== state.description) {
    events.push({ type: 'PromotionDescribed', data: { description: next.description } });
  }
  if (next.startDate !== state.startDate || next.endDate !== state.endDate) {
    events.push({ type: 'PromotionDatesChanged', data: { startDate: next.startDate, endDate: next.endDate } });
  }
  const { promoRate } = fields;
  const from = effectiveFrom ?? today;
  if (promoRate === undefined || promoRate === rateOn(state, from)) return events;
  // A future rate is a plan, checked against the new dates.
  if (from > today) return [...events, ...plan({ effectiveFrom: from, promoRate }, next, today)];
  return [...events, { type: 'PromotionRateChanged', data: { promoRate, effectiveFrom: from } }];
}

/**
 * An activation applies from the same day, a deactivation from the next: a code that is active for part of a day is
 * active for the whole day (P3). No event where the promotion already has the state (P8).
 */
function switchTo(isActive: boolean, today: Day, state: Promotion): PromotionEvent[] {
  // A promotion that is shown as active may not apply today: a back-dated change deactivated it from today.
  const isUnchanged = isShownActive(state, today) === isActive && (!isActive || isSwitchedOn(state.switches, today));
  if (isUnchanged) return [];
  const tomorrow = addDays(today, 1);
  if (!isActive) return [{ type: 'PromotionDeactivated', data: { effectiveFrom: tomorrow, shownFrom: today } }];
  const from = (effectiveFrom: Day): PromotionEvent => ({
    type: 'PromotionActivated',
    data: { effectiveFrom, shownFrom: today },
  });
  // Undoes today's deactivation, which applies from tomorrow.
  const undoesDeactivation = state.switches.some((each) => each.effectiveFrom === tomorrow && each.shownFrom === today);
  return [
    ...(isSwitchedOn(state.switches, today) ? [] : [from(today)]),
    ...(undoesDeactivation ? [from(tomorrow)] : []),
  ];
}

function applyChange({ effectiveFrom, promoRate, isActive }: PromotionChange): PromotionEvent[] {
  checkFields({ promoRate });
  const events: PromotionEvent[] = [];
  if (promoRate !== undefined) events.push({ type: 'PromotionRateChanged', data: { promoRate, effectiveFrom } });
  if (isActive !== undefined) {
    const data = { effectiveFrom, shownFrom: effectiveFrom };
    events.push(isActive ? { type: 'PromotionActivated', data } : { type: 'PromotionDeactivated', data });
  }
  return events;
}

const dayRefusal = (kind: 'invalid' | 'conflict', code: RefusalCode, message: string) =>
  fieldError(code, 'effectiveFrom', message, kind);

/** For a deactivation, today belongs to the past: this morning's reservations found the code active. */
export const hasBegun = (effectiveFrom: Day, today: Day, isActive: boolean | undefined): boolean =>
  effectiveFrom < today || (isActive === false && effectiveFrom === today);

/** Must start before the promotion ends. A second plan of one kind for one day is refused: the page shows one (P5). */
function plan({ effectiveFrom, promoRate, isActive }: PromotionChange, state: Promotion, today: Day): PromotionEvent[] {
  if (hasBegun(effectiveFrom, today, isActive))
    throw dayRefusal('invalid', 'promotion.day-gone', 'That day has begun.');
  if (state.endDate !== null && effectiveFrom > state.endDate)
    throw dayRefusal('invalid', 'promotion.ended', 'The promotion has ended by that day.');
  const changesRate = promoRate !== undefined && promoRate !== rateOn(state, effectiveFrom);
  const changesSwitch = isActive !== undefined && isActive !== isSwitchedOn(state.switches, effectiveFrom);
  if (!changesRate && !changesSwitch)
    throw dayRefusal('invalid', 'promotion.no-change', 'The promotion already has this rate or state on that day.');
  // A manual switch of today that counts from tomorrow is no plan: withdrawing it would take it back.
  const isTaken = (entries: readonly { readonly effectiveFrom: Day; readonly shownFrom?: Day }[]) =>
    effectiveFrom > today &&
    entries.some((each) => each.effectiveFrom === effectiveFrom && (each.shownFrom ?? effectiveFrom) === effectiveFrom);
  if ((changesRate && isTaken(state.rates)) || (changesSwitch && isTaken(state.switches)))
    throw dayRefusal(
      'conflict',
      'promotion.planned',
      'Another change is planned from that day already. Withdraw it first.',
    );
  return applyChange({
    effectiveFrom,
    promoRate: changesRate ? promoRate : undefined,
    isActive: changesSwitch ? isActive : undefined,
  });
}

function withdraw(
  { what, effectiveFrom }: Extract<PromotionCommand, { type: 'WithdrawPlannedChange' }>,
  { rates, switches }: Promotion,
  today: Day,
): PromotionEvent[] {
  const begins = (each: { readonly effectiveFrom: Day }): boolean => each.effectiveFrom === effectiveFrom;
  if (effectiveFrom <= today || !(what === 'rate' ? rates : switches).some(begins))
    throw new DomainError('not-found', 'promotion.not-planned', 'No such change is planned from that day.');
  if (what === 'rate') return [{ type: 'PromotionChangeWithdrawn', data: { what, effectiveFrom } }];
  // Withdraws only the planned switch: a switch made on the previous day stays (P5).
  const shownFrom = switches
    .filter(begins)
    .reduce((latest, each) => (each.shownFrom > latest ? each.shownFrom : latest), '');
  return [{ type: 'PromotionChangeWithdrawn', data: { what, effectiveFrom, shownFrom } }];
}

/** Throws `promotion.…` and the field. */
export const promotionDecider: Decider<PromotionState, PromotionCommand, PromotionEvent> = {
  name: 'promotion',
  initial: { status: 'none' },

  decide(command, state, at) {
    if (command.type === 'CreatePromotion') {
      if (state.status !== 'none')
        throw new DomainError('conflict', 'promotion.exists', 'The promotion already exists.');
      checkFields(command.fields);
      const { promotionId, isActive, fields } = command;
      return [{ type: 'PromotionCreated', data: { promotionId, ...fields, isActive } }];
    }
    const promotion = knownPromotion(state);
    const today = dayOf(new Date(at));
    switch (command.type) {
      case 'UpdatePromotion':
        return update(command, promotion, today);
      case 'ActivatePromotion':
      case 'DeactivatePromotion':
        return switchTo(command.type === 'ActivatePromotion', today, promotion);
      case 'PlanPromotionChange':
        return plan(command, promotion, today);
      case 'WithdrawPlannedChange':
        return withdraw(command, promotion, today);
      case 'ApplyPromotionChange':
        return applyChange(command);
    }
  },

  evolve(state, event) {
    if (event.type === 'PromotionCreated') {
      const { promotionId, promoCode, description, startDate, endDate, isActive, promoRate } = event.data;
      return {
        status: 'created',
        promotionId,
        promoCode,
        description,
        startDate,
        endDate,
        version: 1,
        rates: [{ promoRate, effectiveFrom: BEFORE_EVERY_DAY }],
        switches: [{ isActive, effectiveFrom: BEFORE_EVERY_DAY, shownFrom: BEFORE_EVERY_DAY }],
      };
    }
    // No event of a promotion comes before the one that creates it.
    return state.status === 'none' ? state : evolveExisting({ ...state, version: state.version + 1 }, event);
  },
};

function evolveExisting(state: Promotion, event: Exclude<PromotionEvent, { type: 'PromotionCreated' }>): Promotion {
  switch (event.type) {
    case 'PromotionRateChanged':
      return { ...state, rates: [...state.rates, event.data] };
    case 'PromotionActivated':
      return { ...state, switches: [...state.switches, { isActive: true, ...event.data }] };
    case 'PromotionDeactivated':
      return { ...state, switches: [...state.switches, { isActive: false, ...event.data }] };
    case 'PromotionChangeWithdrawn': {
      const { what, effectiveFrom, shownFrom } = event.data;
      if (what === 'rate')
        return { ...state, rates: state.rates.filter((each) => each.effectiveFrom !== effectiveFrom) };
      const isWithdrawnSwitch = (each: Switch): boolean =>
        each.effectiveFrom === effectiveFrom && (shownFrom === undefined || each.shownFrom === shownFrom);
      return { ...state, switches: state.switches.filter((each) => !isWithdrawnSwitch(each)) };
    }
    case 'PromotionDatesChanged':
    case 'PromotionDescribed':
    case 'PromotionRenamed':
      return { ...state, ...event.data };
  }
}
