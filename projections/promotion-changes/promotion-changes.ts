import { dayOf } from '@fynbos/domain/calendar.ts';
import { idFromStreamName } from '@fynbos/domain/decider.ts';
import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import { promotionStreamOf } from '@fynbos/domain/promotion/promotion.ts';
import { z } from 'zod';
import { defineProjection, type FoldEvent } from '../engine/projection.ts';

/** A change of a promotion's rate or switch: the day from which it applies, and when it was recorded. */
export const promotionChangeRow = z.object({
  id: z.uuid().meta({ column: 'uuid' }),
  promotionId: z.string(),
  what: z.string(),
  /** The first Johannesburg day to which it applies. */
  effectiveFrom: z.string(),
  recordedOn: z.string(),
  recordedAt: z.string(),
  by: z.string(),
  reason: z.string().nullable(),
  /** Whether the change was imported from another system. */
  isImported: z.boolean(),
  /** The approval or other command that caused the change; null where an administrator changed it alone. */
  causedBy: z.string().nullable(),
});
export type PromotionChangeRow = z.output<typeof promotionChangeRow>;

/** The causation id of an imported change. No request can set it. */
export const IMPORTED = 'import';

type ChangeEvent = Extract<
  PromotionEvent,
  { type: 'PromotionRateChanged' | 'PromotionActivated' | 'PromotionDeactivated' }
>;

const changeOf = (
  { streamId, data, metadata: { recordedAt, actor, reason, causationId } }: FoldEvent<ChangeEvent>,
  id: string,
  what: string,
): PromotionChangeRow => ({
  id,
  promotionId: idFromStreamName(promotionStreamOf, streamId),
  what,
  effectiveFrom: data.effectiveFrom,
  recordedOn: dayOf(new Date(recordedAt)),
  recordedAt,
  by: `${actor.kind} ${actor.id}`,
  reason: reason ?? null,
  isImported: causationId === IMPORTED,
  causedBy: causationId ?? null,
});

export const promotionChanges = defineProjection<PromotionChangeRow, ChangeEvent>({
  name: 'promotion-changes',
  version: 3,
  row: promotionChangeRow,
  primaryKey: 'id',
  indexes: ['("recordedAt")'],
  keys: ({ id }) => [id],
  handlers: {
    PromotionRateChanged: (_row, event, key) => changeOf(event, key, `Rate of ${event.data.promoRate}`),
    PromotionActivated: (_row, event, key) => changeOf(event, key, 'Active'),
    PromotionDeactivated: (_row, event, key) => changeOf(event, key, 'Inactive'),
  },
});
