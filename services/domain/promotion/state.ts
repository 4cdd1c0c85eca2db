import { addDays, type Day } from '../calendar.ts';
import { DomainError } from '../errors.ts';

/** `shownFrom`: the first day on which the page shows it. */
export interface Switch {
  readonly isActive: boolean;
  readonly effectiveFrom: Day;
  readonly shownFrom: Day;
}

export interface Promotion {
  readonly status: 'created';
  readonly promotionId: string;
  readonly promoCode: string;
  readonly description: string;
  readonly startDate: Day;
  readonly endDate: Day | null;
  readonly rates: readonly { readonly promoRate: number; readonly effectiveFrom: Day }[];
  readonly switches: readonly Switch[];
  /** The number of the promotion's events; a decision records it. */
  readonly version: number;
}

export type PromotionState = { readonly status: 'none' } | Promotion;

/** Throws `promotion.unknown`. */
export function knownPromotion(state: PromotionState): Promotion {
  if (state.status === 'none') throw new DomainError('not-found', 'promotion.unknown', 'Promotion not found.');
  return state;
}

/** The entry in force on a day: the latest start, then the later by `tie`, then the last recorded. */
function inForce<Entry>(
  entries: readonly Entry[],
  begins: (entry: Entry) => Day,
  day: Day,
  tie: (entry: Entry) => Day = begins,
): Entry | undefined {
  let best: Entry | undefined;
  for (const entry of entries) {
    if (begins(entry) > day) continue;
    const order = (each: Entry): string => `${begins(each)} ${tie(each)}`;
    if (best === undefined || order(entry) >= order(best)) best = entry;
  }
  return best;
}

/** A planned switch wins over one made on the day before (docs/decisions/0025). */
export const isSwitchedOn = (switches: readonly Switch[], day: Day): boolean =>
  inForce(
    switches,
    (each) => each.effectiveFrom,
    day,
    (each) => each.shownFrom,
  )?.isActive ?? false;

export const rateOn = (promotion: Promotion, day: Day): number =>
  inForce(promotion.rates, (rate) => rate.effectiveFrom, day)?.promoRate ?? 0;

/** Within its dates, both included, and switched on (P2). */
export const isActiveOn = (promotion: Promotion, day: Day): boolean =>
  promotion.startDate <= day &&
  (promotion.endDate === null || day <= promotion.endDate) &&
  isSwitchedOn(promotion.switches, day);

/** The state that the page shows on a day, whatever the dates. For future days it equals the state that will apply. */
export const isShownActive = (promotion: Pick<Promotion, 'switches'>, today: Day): boolean =>
  inForce(
    promotion.switches,
    (each) => each.shownFrom,
    today,
    (each) => each.effectiveFrom,
  )?.isActive ?? false;

/** Switches in the order of precedence: the last one of a day is in force. */
export function switchesByPrecedence({ switches }: Pick<Promotion, 'switches'>): readonly Switch[] {
  const order = ({ effectiveFrom, shownFrom }: Switch): string => `${effectiveFrom} ${shownFrom}`;
  return [...switches].sort((a, b) => (order(a) === order(b) ? 0 : order(a) < order(b) ? -1 : 1));
}

/** Both days are included; a null end date means open-ended. */
type Dates = Pick<Promotion, 'startDate' | 'endDate'>;

const earlier = (a: Day, b: Day): Day => (a < b ? a : b);
const later = (a: Day, b: Day): Day => (a > b ? a : b);

/** The first past day that only the new dates include; null for none. Its declined reservations would earn again. */
export function newlyIncludedSince(before: Dates, after: Dates, today: Day): Day | null {
  const yesterday = addDays(today, -1);
  const last = after.endDate === null ? yesterday : earlier(after.endDate, yesterday);
  if (after.startDate < before.startDate && after.startDate <= last) return after.startDate;
  if (before.endDate === null || before.endDate > last) return null;
  const first = later(addDays(before.endDate, 1), after.startDate);
  return first <= last ? first : null;
}
