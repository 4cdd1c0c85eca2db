import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import {
  codeKey,
  type PromotionCommand,
  type PromotionFields,
  promotionDecider,
  promotionStreamOf,
} from '@fynbos/domain/promotion/promotion.ts';
import type { Promotion } from '@fynbos/domain/promotion/state.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type Handled, type HandleOptions, handle, load } from '../handle.ts';
import { claimCode } from './create-promotion.ts';

type Changed = Handled<Promotion, PromotionEvent>;

/** A promotion's current state. Throws `promotion.unknown`. */
export async function loadPromotion(log: EventLog, promotionId: string): Promise<Promotion> {
  const { state } = await load(log, promotionDecider, promotionStreamOf(promotionId));
  if (state.promotionId === null) throw new DomainError('not-found', 'promotion.unknown', 'Promotion not found.');
  return state;
}

/** Throws if the promotion is not in the state that the caller saw. Not called for an unknown promotion. */
export type CheckSeen = (state: Promotion) => void;

const send = (
  log: EventLog,
  promotionId: string,
  command: PromotionCommand,
  context: CommandContext,
  { check, ...options }: { readonly check?: CheckSeen | undefined } & HandleOptions<Promotion> = {},
): Promise<Changed> =>
  handle(
    log,
    promotionDecider,
    promotionStreamOf(promotionId),
    (state: Promotion): PromotionCommand => {
      if (state.promotionId !== null) check?.(state);
      return command;
    },
    context,
    options,
  );

export interface UpdateOptions extends Pick<HandleOptions, 'isDone'> {
  /** Johannesburg day from which a new rate counts; today when not given. */
  readonly effectiveFrom?: Day;
  readonly check?: CheckSeen;
}

/**
 * Changes fields of a promotion. A new code is claimed; the previous code still refers to this promotion. Throws
 * `DomainError`.
 */
export function updatePromotion(
  log: EventLog,
  promotionId: string,
  fields: Partial<PromotionFields>,
  context: CommandContext,
  { effectiveFrom, ...options }: UpdateOptions = {},
): Promise<Changed> {
  const command: PromotionCommand = {
    type: 'UpdatePromotion',
    fields,
    today: dayOf(context.now),
    ...(effectiveFrom ? { effectiveFrom } : {}),
  };
  const claims = async (state: Promotion): Promise<void> => {
    if (fields.promoCode !== undefined && codeKey(fields.promoCode) !== codeKey(state.promoCode))
      await claimCode(log, fields.promoCode, promotionId, context);
  };
  return send(log, promotionId, command, context, { ...options, claims });
}

/** Activates or deactivates a promotion; appends no event if nothing changes. Throws `DomainError` not-found. */
export const switchPromotion = (
  log: EventLog,
  promotionId: string,
  isActive: boolean,
  context: CommandContext,
  check?: CheckSeen,
): Promise<Changed> => {
  const type = isActive ? 'ActivatePromotion' : 'DeactivatePromotion';
  return send(log, promotionId, { type, today: dayOf(context.now) }, context, { check });
};

export interface PlannedChange {
  /** First Johannesburg day of the change. */
  readonly effectiveFrom: Day;
  readonly promoRate?: number | undefined;
  readonly isActive?: boolean | undefined;
}

/** Plans a rate or a switch for a day that has not begun. Throws `DomainError`: the day, no change, another plan. */
export const planPromotionChange = (
  log: EventLog,
  promotionId: string,
  change: PlannedChange,
  context: CommandContext,
  check?: CheckSeen,
): Promise<Changed> =>
  send(log, promotionId, { type: 'PlanPromotionChange', today: dayOf(context.now), ...change }, context, { check });

/** Withdraws a planned change before its day. Throws `DomainError` not-found if none is planned. */
export const withdrawPlannedChange = (
  log: EventLog,
  promotionId: string,
  what: 'rate' | 'switch',
  effectiveFrom: Day,
  context: CommandContext,
): Promise<Changed> =>
  send(log, promotionId, { type: 'WithdrawPlannedChange', today: dayOf(context.now), what, effectiveFrom }, context);
