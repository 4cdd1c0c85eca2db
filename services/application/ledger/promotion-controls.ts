import { dayOf } from '@fynbos/domain/calendar.ts';
import type { ControlFinding } from '@fynbos/domain/ledger/controls.ts';
import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import { codeKey, promotionDecider } from '@fynbos/domain/promotion/promotion.ts';
import { newlyIncludedSince } from '@fynbos/domain/promotion/reach-back.ts';
import type { Promotion } from '@fynbos/domain/promotion/state.ts';
import type { LoadedStream } from '@fynbos/event-store/event-log.ts';
import { backdatedChanges, type Period, promotionIds } from '@fynbos/projections/controls/queries.ts';
import { IMPORTED, type PromotionChangeRow } from '@fynbos/projections/promotion-changes/promotion-changes.ts';
import { eventsOf } from '../handle.ts';
import type { LedgerParts } from './ageing.ts';

type Change = Pick<PromotionChangeRow, 'promotionId' | 'recordedAt' | 'recordedOn' | 'by' | 'reason' | 'isImported'>;

/**
 * Imported changes are a separate control: they were made in the previous system, but an import could also back-date.
 */
const findingOf = (change: Change, what: string): ControlFinding => ({
  control: change.isImported ? 'imported-promotion' : 'retroactive-promotion',
  at: change.recordedAt,
  by: change.by,
  subject: `promotions/${change.promotionId}`,
  what: `${what}, recorded on ${change.recordedOn}`,
  reason: change.reason,
});

/** Rates and switches that begin before the day of their recording. */
export const backdatedRates = async ({ pool }: LedgerParts, period: Period): Promise<ControlFinding[]> =>
  (await backdatedChanges(pool, period)).map((row) => findingOf(row, `${row.what} from ${row.effectiveFrom}`));

/** How an event changes the past days on which the promotion applies; null if it does not. */
function effectOnPast({ type, data }: PromotionEvent, before: Promotion, after: Promotion, today: string) {
  if (type === 'PromotionCreated') return data.startDate < today ? `Added with a start on ${data.startDate}` : null;
  // Reservations with the new code may predate the promotion's use of it.
  if (type === 'PromotionRenamed' && codeKey(data.promoCode) !== codeKey(before.promoCode))
    return before.startDate < today ? `Renamed to ${data.promoCode}, with a start on ${before.startDate}` : null;
  if (type !== 'PromotionDatesChanged') return null;
  const since = newlyIncludedSince(before, after, today);
  return since && `Dates ${data.startDate} to ${data.endDate ?? 'open end'}, newly from ${since}`;
}

function findingsOf(promotionId: string, stream: LoadedStream, [from, until]: Period): ControlFinding[] {
  let state = promotionDecider.initial;
  return eventsOf(promotionDecider, stream).flatMap((event): ControlFinding[] => {
    const { recordedAt, actor, reason = null, causationId } = event.metadata;
    const before = state;
    state = promotionDecider.evolve(state, event);
    if (recordedAt < from || recordedAt >= until) return [];
    const recordedOn = dayOf(new Date(recordedAt));
    const what = effectOnPast(event, before, state, recordedOn);
    if (what === null) return [];
    const [by, isImported] = [`${actor.kind} ${actor.id}`, causationId === IMPORTED];
    return [findingOf({ promotionId, recordedAt, recordedOn, by, reason, isImported }, what)];
  });
}

/**
 * Promotions added or renamed after their start, and date changes that newly include past days. Computed from the
 * promotions' own events, because a date change only contains the new dates. There are few promotions.
 */
export async function backdatedDates({ pool, log }: LedgerParts, period: Period): Promise<ControlFinding[]> {
  const ids = await promotionIds(pool);
  const streams = await log.readStreams(ids.map((id) => `promotion-${id}`));
  return ids.flatMap((id) => {
    const stream = streams.get(`promotion-${id}`);
    return stream ? findingsOf(id, stream, period) : [];
  });
}
