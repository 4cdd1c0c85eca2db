import { randomUUID } from 'node:crypto';
import type { Day } from '@fynbos/domain/calendar.ts';
import { type CommandContext, decideInSequence } from '@fynbos/domain/decider.ts';
import { fieldError } from '@fynbos/domain/errors.ts';
import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import {
  codeKey,
  everHadCode,
  type PromotionChange,
  type PromotionCommand,
  type PromotionFields,
  promotionDecider,
  promotionStreamOf,
} from '@fynbos/domain/promotion/promotion.ts';
import { knownPromotion, type Promotion, type PromotionState } from '@fynbos/domain/promotion/state.ts';
import { claim } from '@fynbos/event-store/claims/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type Handled, handle, load } from '../handle.ts';
import { PROMO_CODE_CLAIM } from '../rentals/references.ts';

/** Permanently. Throws `DomainError` conflict if another promotion has it. */
async function claimCode(
  log: EventLog,
  promoCode: string,
  promotionId: string,
  context: CommandContext,
): Promise<void> {
  const text = codeKey(promoCode);
  const isOwnerRecorded = async (owner: string) => everHadCode((await log.readStream(owner)).events, text);
  const owner = promotionStreamOf(promotionId);
  if (await claim(log, { kind: PROMO_CODE_CLAIM, text, owner, isOwnerRecorded, context })) return;
  const message = 'A promotion with this code already exists.';
  throw fieldError('promotion.code-taken', 'promoCode', message, 'conflict');
}

/** Creates a promotion. Throws `DomainError` if the code is taken, or if the rules do not allow the rate or dates. */
export async function createPromotion(
  log: EventLog,
  fields: PromotionFields,
  isActive: boolean,
  context: CommandContext,
): Promise<Changed & { readonly promotionId: string }> {
  const promotionId = randomUUID();
  const command = { type: 'CreatePromotion', promotionId, isActive, fields } as const;
  const claims = () => claimCode(log, fields.promoCode, promotionId, context);
  const streamId = promotionStreamOf(promotionId);
  const created = await changed(
    handle(log, { decider: promotionDecider, streamId, command, context, beforeAppend: claims }),
  );
  return { ...created, promotionId };
}

type Changed = Handled<Promotion, PromotionEvent>;

async function changed(handled: Promise<Handled<PromotionState, PromotionEvent>>): Promise<Changed> {
  const { state, ...rest } = await handled;
  return { ...rest, state: knownPromotion(state) };
}

/** A promotion's current state. Throws `promotion.unknown`. */
export async function loadPromotion(log: EventLog, promotionId: string): Promise<Promotion> {
  return knownPromotion((await load(log, promotionDecider, promotionStreamOf(promotionId))).state);
}

/** Throws if the promotion is not in the state that the caller saw. Not called for an unknown promotion. */
export type CheckExpectedVersion = (state: Promotion) => void;

/** Commands for a promotion in one append; `check` sees the state that they are decided on. */
const commandsFor = (promotionId: string, commands: readonly PromotionCommand[], check?: CheckExpectedVersion) => ({
  decider: decideInSequence(promotionDecider),
  streamId: promotionStreamOf(promotionId),
  command: (state: PromotionState): readonly PromotionCommand[] => {
    if (state.status !== 'none') check?.(state);
    return commands;
  },
});

/** What changes of a promotion, in one append. */
export interface PromotionUpdate {
  readonly promotionId: string;
  readonly fields: Partial<PromotionFields>;
  readonly isActive?: boolean | undefined;
  /** Johannesburg day from which a new rate and a switch count; today when not given. */
  readonly effectiveFrom?: Day | undefined;
  readonly check?: CheckExpectedVersion;
}

/** The commands of an update, in their order. */
export function updateCommands({
  fields,
  isActive,
  effectiveFrom,
}: Pick<PromotionUpdate, 'fields' | 'isActive' | 'effectiveFrom'>): PromotionCommand[] {
  const update: PromotionCommand = { type: 'UpdatePromotion', fields, ...(effectiveFrom ? { effectiveFrom } : {}) };
  if (isActive === undefined) return [update];
  return [
    update,
    effectiveFrom
      ? { type: 'ApplyPromotionChange', effectiveFrom, isActive }
      : { type: isActive ? 'ActivatePromotion' : 'DeactivatePromotion' },
  ];
}

/**
 * A new code is claimed; the previous one still refers to this promotion. No event if nothing changes. `append`:
 * `handleOnce` for an approved change.
 */
export function updatePromotion(
  log: EventLog,
  { promotionId, check, ...update }: PromotionUpdate,
  context: CommandContext,
  append: typeof handle<PromotionState, readonly PromotionCommand[], PromotionEvent> = handle,
): Promise<Changed> {
  const { fields } = update;
  const claims = async (state: PromotionState): Promise<void> => {
    if (fields.promoCode !== undefined && codeKey(fields.promoCode) !== codeKey(knownPromotion(state).promoCode))
      await claimCode(log, fields.promoCode, promotionId, context);
  };
  return changed(
    append(log, { ...commandsFor(promotionId, updateCommands(update), check), context, beforeAppend: claims }),
  );
}

/** Plans a rate or a switch for a day that has not begun. Throws `DomainError`: the day, no change, another plan. */
export const planPromotionChange = (
  log: EventLog,
  {
    promotionId,
    check,
    ...change
  }: PromotionChange & { readonly promotionId: string; readonly check?: CheckExpectedVersion },
  context: CommandContext,
): Promise<Changed> =>
  changed(handle(log, { ...commandsFor(promotionId, [{ type: 'PlanPromotionChange', ...change }], check), context }));

/** Withdraws a planned change before its day. Throws `DomainError` not-found if none is planned. */
export const withdrawPlannedChange = (
  log: EventLog,
  { promotionId, ...planned }: { promotionId: string; what: 'rate' | 'switch'; effectiveFrom: Day },
  context: CommandContext,
): Promise<Changed> =>
  changed(handle(log, { ...commandsFor(promotionId, [{ type: 'WithdrawPlannedChange', ...planned }]), context }));
