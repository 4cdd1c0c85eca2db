import type { ApprovalRequest } from '@fynbos/domain/approval/approval.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { type DomainEvent, fold } from '@fynbos/domain/decider.ts';
import { isDomainError } from '@fynbos/domain/errors.ts';
import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import { type PromotionCommand, promotionDecider, promotionStreamOf } from '@fynbos/domain/promotion/promotion.ts';
import { recalculationTotals } from '@fynbos/domain/recalculation/events.ts';
import type { DecodedEvent, EventLog } from '@fynbos/event-store/event-log.ts';
import { z } from 'zod';
import { load } from '../handle.ts';
import type { Essentials } from '../services.ts';
import { CorrectionPreview, previewSlices, reservationsOf } from '../simulation/preview.ts';
import { Reevaluation } from '../simulation/reevaluate.ts';
import { backDatePromotion } from './changes/back-dated-promotion.ts';

type BackDate = z.output<typeof backDatePromotion.payload>;

/** Most reservations of an effect: about two seconds, while the reader waits. A simulation does more. */
const MOST_RESERVATIONS = 5_000;

/** The effect of a request. Amounts are cents. */
export const requestEffect = z.object({
  /** Null for kinds without a computed effect, and for too many reservations. */
  effect: recalculationTotals.nullable(),
  /** More than the limit when `effect` is null. Null where none were considered. */
  considered: z.int().nullable(),
});
type RequestEffect = z.output<typeof requestEffect>;

const UNKNOWN: RequestEffect = { effect: null, considered: null };

/** A log in which a stream also has events that are not recorded, for reading only. */
const withUnrecorded = (log: EventLog, streamId: string, unrecorded: readonly DomainEvent[]): EventLog =>
  Object.assign(Object.create(log) as EventLog, {
    readStreams: async (...read: Parameters<EventLog['readStreams']>) => {
      const streams = new Map(await log.readStreams(...read));
      const own = streams.get(streamId);
      const last = own?.events.at(-1);
      if (own && last) streams.set(streamId, { ...own, events: [...own.events, ...asNext(last, unrecorded)] });
      return streams;
    },
  });

const asNext = (last: DecodedEvent, events: readonly DomainEvent[]): DecodedEvent[] =>
  events.map((event, index) => ({ ...last, ...event, revision: last.revision + 1 + index }));

/** The events that a back-dated change would append to its promotion now. Throws `DomainError`. */
async function eventsOfChange(log: EventLog, change: BackDate, at: Date): Promise<readonly PromotionEvent[]> {
  const { id, fields, effectiveFrom, isActive } = change;
  const { state } = await load(log, promotionDecider, promotionStreamOf(id));
  const decide = (command: PromotionCommand, before = state) =>
    promotionDecider.decide(command, before, at.toISOString());
  const updated = decide({ type: 'UpdatePromotion', fields, effectiveFrom });
  if (isActive === undefined) return updated;
  const then = fold(promotionDecider, state, updated);
  return [...updated, ...decide({ type: 'ApplyPromotionChange', effectiveFrom, isActive }, then)];
}

/**
 * What a recalculation would book after an open request. Only back-dated changes of promotions have an effect, on
 * rentals with their code.
 */
export async function effectOf(
  { log, db, now }: Essentials,
  { kind, payload, status }: ApprovalRequest,
): Promise<RequestEffect> {
  if (kind !== 'promotion.back-date' || (status !== 'waiting' && status !== 'approved')) return UNKNOWN;
  const { data: change } = backDatePromotion.payload.safeParse(payload);
  if (!change) return UNKNOWN;
  const at = now();
  const promotionId = change.id;
  // A rental is invoiced on the day of its reservation or later.
  const rentals = {
    from: change.effectiveFrom,
    to: dayOf(at),
    policy: null,
    promotions: [],
    reassess: { promotionId },
  };
  const reservations = await reservationsOf(db, rentals);
  if (reservations.total > MOST_RESERVATIONS) return { effect: null, considered: reservations.total };
  try {
    const changed = withUnrecorded(log, promotionStreamOf(promotionId), await eventsOfChange(log, change, at));
    const reevaluation = await Reevaluation.open(changed, db, rentals);
    const preview = new CorrectionPreview();
    for await (const { previewed } of previewSlices(log, reevaluation, reservations.slices(), at))
      preview.add(previewed);
    return { effect: preview.totals(), considered: reservations.total };
  } catch (error) {
    // The promotion no longer allows the change; approving it fails with the reason.
    if (isDomainError(error)) return UNKNOWN;
    throw error;
  }
}
