import { dayOf } from '@fynbos/domain/calendar.ts';
import type { ControlFinding } from '@fynbos/domain/ledger/controls.ts';
import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import { codeKey, promotionDecider, promotionStreamOf } from '@fynbos/domain/promotion/promotion.ts';
import { newlyIncludedSince, type Promotion } from '@fynbos/domain/promotion/state.ts';
import type { LoadedStream } from '@fynbos/event-store/event-log.ts';
import {
  approvalsById,
  backdatedChanges,
  type Period,
  peopleOf,
  promotionCodes,
} from '@fynbos/projections/controls/queries.ts';
import { IMPORTED, type PromotionChangeRow } from '@fynbos/projections/promotion-changes/promotion-changes.ts';
import { eventsOf } from '../handle.ts';
import type { LedgerParts } from './ageing.ts';

type Change = Pick<
  PromotionChangeRow,
  'promotionId' | 'recordedAt' | 'recordedOn' | 'by' | 'reason' | 'isImported' | 'causedBy'
> & { readonly what: string };

/**
 * The findings of changes, with the code of the promotion and both people of an approval. Imported changes are a
 * separate control: they were made in the previous system, but an import could also back-date.
 */
async function findingsOf(db: LedgerParts['db'], changes: readonly Change[]): Promise<ControlFinding[]> {
  const [codes, given] = await Promise.all([
    promotionCodes(db),
    approvalsById(
      db,
      changes.flatMap(({ causedBy }) => causedBy ?? []),
    ),
  ]);
  const approvals = new Map(given.map((row) => [row.id, row]));
  return changes.map(({ promotionId, recordedAt, recordedOn, by, reason, isImported, causedBy, what }) => {
    const approval = approvals.get(causedBy ?? '');
    return {
      control: isImported ? 'imported-promotion' : 'retroactive-promotion',
      at: recordedAt,
      by: approval ? `admin ${approval.requestedBy}` : by,
      subject: `promotions/${promotionId}`,
      what: `${codes.get(promotionId) ?? promotionId}: ${what}, recorded on ${recordedOn}`,
      reason: approval ? approval.reason : reason,
      ...(approval ? peopleOf(approval) : {}),
    };
  });
}

/** Rates and switches that begin before the day of their recording. */
export const backdatedRates = async ({ db }: LedgerParts, period: Period): Promise<ControlFinding[]> =>
  findingsOf(
    db,
    (await backdatedChanges(db, period)).map((row) => ({ ...row, what: `${row.what} from ${row.effectiveFrom}` })),
  );

/** How an event changes the past days on which the promotion applies; null if it does not. */
function effectOnPast({ type, data }: PromotionEvent, before: Promotion, after: Promotion, today: string) {
  if (type === 'PromotionCreated') return data.startDate < today ? `Added with a start on ${data.startDate}` : null;
  // Reservations with the new code may predate the promotion's use of the code.
  if (type === 'PromotionRenamed' && codeKey(data.promoCode) !== codeKey(before.promoCode))
    return before.startDate < today ? `Renamed to ${data.promoCode}, with a start on ${before.startDate}` : null;
  if (type !== 'PromotionDatesChanged') return null;
  const since = newlyIncludedSince(before, after, today);
  return since && `Dates ${data.startDate} to ${data.endDate ?? 'open end'}, newly from ${since}`;
}

function changesOf(promotionId: string, stream: LoadedStream, [from, until]: Period): Change[] {
  let state = promotionDecider.initial;
  return eventsOf(promotionDecider, stream).flatMap((event): Change[] => {
    const { recordedAt, actor, reason = null, causationId } = event.metadata;
    const before = state;
    state = promotionDecider.evolve(state, event);
    if (recordedAt < from || recordedAt >= until) return [];
    const recordedOn = dayOf(new Date(recordedAt));
    const what = effectOnPast(event, before, state, recordedOn);
    if (what === null) return [];
    const [by, isImported] = [`${actor.kind} ${actor.id}`, causationId === IMPORTED];
    return [{ promotionId, recordedAt, recordedOn, by, reason, isImported, causedBy: causationId ?? null, what }];
  });
}

/**
 * Promotions added or renamed after their start, and date changes that newly include past days. Computed from the
 * promotions' own events, because a date change only contains the new dates. There are few promotions.
 */
export async function backdatedDates({ db, log }: LedgerParts, period: Period): Promise<ControlFinding[]> {
  const ids = [...(await promotionCodes(db)).keys()];
  const streams = await log.readStreams(ids.map(promotionStreamOf));
  const changes = ids.flatMap((id) => {
    const stream = streams.get(promotionStreamOf(id));
    return stream ? changesOf(id, stream, period) : [];
  });
  return findingsOf(db, changes);
}
