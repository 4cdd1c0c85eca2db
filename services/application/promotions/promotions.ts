import { randomUUID } from 'node:crypto';
import { dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import {
  codeKey,
  everHadCode,
  type PromotionCommand,
  type PromotionFields,
  promotionDecider,
} from '@fynbos/domain/promotion/promotion.ts';
import type { Promotion } from '@fynbos/domain/promotion/state.ts';
import { claim } from '@fynbos/event-store/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type Handled, type HandleOptions, handle } from '../handle.ts';
import { PROMO_CODE_CLAIM } from '../rentals/references.ts';

export const promotionStreamOf = (promotionId: string): string => `promotion-${promotionId}`;

type Changed = Handled<Promotion, PromotionEvent>;

/** Claims a code for a promotion, or throws a 409: a code means one promotion, for ever (docs/decisions). */
async function claimCode(
  log: EventLog,
  promoCode: string,
  promotionId: string,
  context: CommandContext,
): Promise<void> {
  const text = codeKey(promoCode);
  const ownerLanded = async (owner: string) => everHadCode((await log.readStream(owner)).events, text);
  const owner = promotionStreamOf(promotionId);
  if (await claim(log, { kind: PROMO_CODE_CLAIM, text, owner, ownerLanded, context })) return;
  const message = 'A promotion with this code already exists.';
  throw new DomainError('conflict', 'promotion.code-taken', message, [{ field: 'promoCode', message }]);
}

/** Creates a promotion under a code of its own. Throws `DomainError` conflict where the code is taken. */
export async function createPromotion(
  log: EventLog,
  fields: PromotionFields,
  isActive: boolean,
  context: CommandContext,
): Promise<Changed & { readonly promotionId: string }> {
  const promotionId = randomUUID();
  const command: PromotionCommand = { type: 'CreatePromotion', promotionId, isActive, fields };
  const claims = () => claimCode(log, fields.promoCode, promotionId, context);
  const stream = promotionStreamOf(promotionId);
  return { ...(await handle(log, promotionDecider, stream, command, context, { claims })), promotionId };
}

export interface UpdateOptions extends Pick<HandleOptions, 'isDone'> {
  /** Johannesburg day from which a new rate counts; today when not given. */
  readonly effectiveFrom?: string;
  /** Throws where the state is not the one that the change was meant for. */
  readonly check?: (state: Promotion) => void;
}

/** Changes fields of a promotion; a new code is claimed first and the old one goes on meaning it. */
export async function updatePromotion(
  log: EventLog,
  promotionId: string,
  fields: Partial<PromotionFields>,
  context: CommandContext,
  { effectiveFrom, check, isDone }: UpdateOptions = {},
): Promise<Changed> {
  const command: PromotionCommand = {
    type: 'UpdatePromotion',
    fields,
    today: dayOf(context.now),
    ...(effectiveFrom ? { effectiveFrom } : {}),
  };
  const decided = (now: Promotion): PromotionCommand => {
    if (now.promotionId !== null) check?.(now);
    return command;
  };
  const claims = async ({ promoCode }: Promotion): Promise<void> => {
    const wanted = fields.promoCode;
    if (wanted !== undefined && codeKey(wanted) !== codeKey(promoCode))
      await claimCode(log, wanted, promotionId, context);
  };
  return handle(log, promotionDecider, promotionStreamOf(promotionId), decided, context, {
    claims,
    ...(isDone ? { isDone } : {}),
  });
}

export interface PlannedChange {
  /** Johannesburg day from which it counts, that day included. */
  readonly effectiveFrom: string;
  readonly promoRate?: number | undefined;
  readonly isActive?: boolean | undefined;
}

/** Plans a rate or a switch from today or from a day to come, off from tomorrow at the earliest; `check` as for `updatePromotion`. */
export const planChange = (
  log: EventLog,
  promotionId: string,
  change: PlannedChange,
  context: CommandContext,
  check?: UpdateOptions['check'],
): Promise<Changed> =>
  handle(
    log,
    promotionDecider,
    promotionStreamOf(promotionId),
    (state: Promotion) => {
      if (state.promotionId !== null) check?.(state);
      return { type: 'PlanChange', today: dayOf(context.now), ...change } as const;
    },
    context,
  );

/** Takes back what is planned for a day to come. Throws a 404 where nothing is. */
export const withdrawChange = (
  log: EventLog,
  promotionId: string,
  what: 'rate' | 'switch',
  effectiveFrom: string,
  context: CommandContext,
): Promise<Changed> =>
  handle(
    log,
    promotionDecider,
    promotionStreamOf(promotionId),
    { type: 'WithdrawChange', today: dayOf(context.now), what, effectiveFrom },
    context,
  );

/** Switches a promotion on or off; switching to the state it is in changes nothing. `check` as for `updatePromotion`. */
export const switchPromotion = (
  log: EventLog,
  promotionId: string,
  isActive: boolean,
  context: CommandContext,
  check?: UpdateOptions['check'],
): Promise<Changed> =>
  handle(
    log,
    promotionDecider,
    promotionStreamOf(promotionId),
    (state: Promotion) => {
      if (state.promotionId !== null) check?.(state);
      return { type: isActive ? 'ActivatePromotion' : 'DeactivatePromotion', today: dayOf(context.now) } as const;
    },
    context,
  );
