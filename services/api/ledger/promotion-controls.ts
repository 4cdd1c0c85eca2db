import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import { codeKey, promotionDecider } from '@fynbos/domain/promotion/promotion.ts';
import { newlyIncludedSince } from '@fynbos/domain/promotion/reach-back.ts';
import type { Promotion } from '@fynbos/domain/promotion/state.ts';
import type { DecodedEvent } from '@fynbos/event-store/codec.ts';
import { IMPORTED, promotionChanges } from '@fynbos/projections/promotion-changes/promotion-changes.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import { type ControlFinding, type ControlParts, type Period, sqlOf } from './control-finding.ts';

/** Something that reaches back, as it was recorded. */
interface Reach {
  readonly promotionId: string;
  readonly recordedAt: string;
  readonly recordedOn: Day;
  readonly by: string;
  readonly what: string;
  readonly reason: string | null;
  readonly isImported: boolean;
}

/** What an import reaches back with stands apart: it was made in the system before, but whoever may import could also reach back with one. */
const findingOf = ({ promotionId, recordedAt, recordedOn, by, what, reason, isImported }: Reach): ControlFinding => ({
  control: isImported ? 'imported-promotion' : 'retroactive-promotion',
  at: recordedAt,
  by,
  subject: `promotions/${promotionId}`,
  what: `${what}, recorded on ${recordedOn}`,
  reason,
});

/** Rates and switches from a day gone by. */
export async function retroactiveChanges({ pool }: ControlParts, period: Period): Promise<ControlFinding[]> {
  const { rows } = await pool.query<Reach & { readonly effectiveFrom: Day }>(
    `select * from ${sqlOf(promotionChanges)}
     where "effectiveFrom" < "recordedOn" and "recordedAt" >= $1 and "recordedAt" < $2`,
    [...period],
  );
  return rows.map((row) => findingOf({ ...row, what: `${row.what} from ${row.effectiveFrom}` }));
}

/** What an event did to the days gone by on which the promotion holds, in words; null where it did nothing to them. */
function reachOf({ type, data }: PromotionEvent, before: Promotion, after: Promotion, recordedOn: Day): string | null {
  if (type === 'PromotionCreated')
    return data.startDate < recordedOn ? `Added with a start on ${data.startDate}` : null;
  // Reservations were made with that code before it was ours.
  if (type === 'PromotionRenamed' && codeKey(data.promoCode) !== codeKey(before.promoCode))
    return before.startDate < recordedOn ? `Renamed to ${data.promoCode}, with a start on ${before.startDate}` : null;
  if (type !== 'PromotionDatesChanged') return null;
  const since = newlyIncludedSince(before, after, recordedOn);
  return since && `Dates ${data.startDate} to ${data.endDate ?? 'open end'}, newly from ${since}`;
}

function findingsOf(promotionId: string, events: readonly DecodedEvent[], [from, until]: Period): ControlFinding[] {
  let state = promotionDecider.initial;
  return events.flatMap((event): ControlFinding[] => {
    const { recordedAt, actor, reason, causationId } = event.metadata;
    const before = state;
    state = promotionDecider.evolve(state, event as unknown as PromotionEvent);
    if (recordedAt < from || recordedAt >= until) return [];
    const recordedOn = dayOf(new Date(recordedAt));
    const reach = reachOf(event as unknown as PromotionEvent, before, state, recordedOn);
    if (reach === null) return [];
    const [by, isImported] = [`${actor.kind} ${actor.id}`, causationId === IMPORTED];
    return [findingOf({ promotionId, recordedAt, recordedOn, by, what: reach, reason: reason ?? null, isImported })];
  });
}

/**
 * Promotions that were added with a start before the day of it, or got another code after their start, and changed dates
 * that newly include days gone by: a reservation of such a day earns by its next decision. Told from the promotions' own events, since a change of dates says
 * what holds and not what held before; there are few of them.
 */
export async function retroactiveDates({ pool, log }: ControlParts, period: Period): Promise<ControlFinding[]> {
  const { rows } = await pool.query<{ id: string }>(`select id from ${sqlOf(promotions)}`);
  const streams = await log.readStreams(rows.map(({ id }) => `promotion-${id}`));
  return rows.flatMap(({ id }) => findingsOf(id, streams.get(`promotion-${id}`)?.events ?? [], period));
}
