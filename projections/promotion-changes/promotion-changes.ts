import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import { defineProjection, type FoldEvent } from '../engine/projection.ts';

/** A change of a promotion's rate or switch: the day from which it applies, and when it was recorded. */
export interface PromotionChangeRow {
  id: string;
  promotionId: string;
  what: string;
  /** The first Johannesburg day to which it applies. */
  effectiveFrom: Day;
  recordedOn: Day;
  recordedAt: string;
  by: string;
  reason: string | null;
  /** Whether the change was imported from another system. */
  isImported: boolean;
  /** The approval or other command that caused the change; null where an administrator changed it alone. */
  causedBy: string | null;
}

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
  promotionId: streamId.slice('promotion-'.length),
  what,
  effectiveFrom: data.effectiveFrom,
  recordedOn: dayOf(new Date(recordedAt)),
  recordedAt,
  by: `${actor.kind} ${actor.id}`,
  reason: reason ?? null,
  isImported: causationId === IMPORTED,
  causedBy: causationId ?? null,
});

/** Read model `promotion-changes`, by event: rates and switches. */
export const promotionChanges = defineProjection<PromotionChangeRow, ChangeEvent>({
  name: 'promotion-changes',
  version: 3,
  table: {
    columns: {
      id: 'uuid',
      promotionId: 'text',
      what: 'text',
      effectiveFrom: 'text',
      recordedOn: 'text',
      recordedAt: 'text',
      by: 'text',
      reason: 'text',
      isImported: 'boolean',
      causedBy: 'text',
    },
    primaryKey: 'id',
    indexes: ['("recordedAt")'],
  },
  keys: ({ id }) => [id],
  handlers: {
    PromotionRateChanged: (_row, event, key) => changeOf(event, key, `Rate of ${event.data.promoRate}`),
    PromotionActivated: (_row, event, key) => changeOf(event, key, 'Active'),
    PromotionDeactivated: (_row, event, key) => changeOf(event, key, 'Inactive'),
  },
});
