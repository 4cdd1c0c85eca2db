import { randomUUID } from 'node:crypto';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import {
  codeKey,
  everHadCode,
  type PromotionFields,
  promotionDecider,
  promotionStreamOf,
} from '@fynbos/domain/promotion/promotion.ts';
import type { Promotion } from '@fynbos/domain/promotion/state.ts';
import { claim } from '@fynbos/event-store/claims/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type Handled, handle } from '../handle.ts';
import { PROMO_CODE_CLAIM } from '../rentals/references.ts';

/** Claims a code for a promotion permanently. Throws `DomainError` conflict if another promotion has it. */
export async function claimCode(
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
  throw new DomainError('conflict', 'promotion.code-taken', message, [{ field: 'promoCode', message }]);
}

/** Creates a promotion. Throws `DomainError` if the code is taken, or if the rules do not allow the rate or dates. */
export async function createPromotion(
  log: EventLog,
  fields: PromotionFields,
  isActive: boolean,
  context: CommandContext,
): Promise<Handled<Promotion, PromotionEvent> & { readonly promotionId: string }> {
  const promotionId = randomUUID();
  const command = { type: 'CreatePromotion', promotionId, isActive, fields } as const;
  const claims = () => claimCode(log, fields.promoCode, promotionId, context);
  const created = await handle(log, promotionDecider, promotionStreamOf(promotionId), command, context, { claims });
  return { ...created, promotionId };
}
