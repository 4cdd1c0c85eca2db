import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import type { Projection } from '../engine/projection.ts';

/** A change of a promotion by which reservations earn or not: since when it holds, and when it was recorded. */
export interface PromotionChangeRow {
  /** The event's id. */
  id: string;
  promotionId: string;
  what: string;
  /** The first Johannesburg day for which it counts. */
  effectiveFrom: Day;
  recordedOn: Day;
  recordedAt: string;
  by: string;
  reason: string | null;
  /** It came with a programme that was taken over, and was not made here. */
  isImported: boolean;
}

/** What caused a change that an import brought, in its metadata: nobody can type it. */
export const IMPORTED = 'import';

type ChangeEvent = Extract<
  PromotionEvent,
  { type: 'PromotionRateChanged' | 'PromotionActivated' | 'PromotionDeactivated' }
>;

const whatOf = (event: ChangeEvent): string => {
  if (event.type === 'PromotionRateChanged') return `Rate of ${event.data.promoRate}`;
  return event.type === 'PromotionActivated' ? 'Active' : 'Inactive';
};

/** Read model `promotion-changes`, by event: rates and switches. What reaches back by its dates is told from the promotion's own events. */
export const promotionChanges: Projection<PromotionChangeRow, ChangeEvent> = {
  name: 'promotion-changes',
  version: 2,
  eventTypes: ['PromotionRateChanged', 'PromotionActivated', 'PromotionDeactivated'],
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
    },
    primaryKey: 'id',
    indexes: ['("recordedAt")'],
  },
  keys: ({ id }) => [id],
  evolve: (_row, event, key) => {
    const { recordedAt, actor, reason, causationId } = event.metadata;
    return {
      id: key,
      promotionId: event.streamId.slice('promotion-'.length),
      what: whatOf(event as unknown as ChangeEvent),
      effectiveFrom: event.data.effectiveFrom,
      recordedOn: dayOf(new Date(recordedAt)),
      recordedAt,
      by: `${actor.kind} ${actor.id}`,
      reason: reason ?? null,
      isImported: causationId === IMPORTED,
    };
  },
};
