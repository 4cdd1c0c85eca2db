import type { Day } from '../calendar.ts';

export interface Switch {
  readonly isActive: boolean;
  readonly effectiveFrom: Day;
  readonly shownFrom: Day;
}

export interface Promotion {
  /** Null before it is created. */
  readonly promotionId: string | null;
  readonly promoCode: string;
  readonly description: string;
  readonly startDate: Day;
  readonly endDate: Day | null;
  readonly rates: readonly { readonly promoRate: number; readonly effectiveFrom: Day }[];
  readonly switches: readonly Switch[];
  /** How many events made it: the version that a decision records. */
  readonly version: number;
}

/**
 * Of effective-dated entries the one that holds on a day: the latest begun; of those that begin together, the later by
 * `tie`, and of those the last recorded.
 */
function holding<Entry>(
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

/**
 * The switch that counts on a day. One that was planned for that day goes before one that somebody made by hand on its eve:
 * what is shown as planned is what will count (docs/decisions/0005).
 */
export const countingOn = (switches: readonly Switch[], day: Day): boolean =>
  holding(
    switches,
    (each) => each.effectiveFrom,
    day,
    (each) => each.shownFrom,
  )?.isActive ?? false;

/** The rate that holds on a day. */
export const rateOn = (promotion: Promotion, day: Day): number =>
  holding(promotion.rates, (rate) => rate.effectiveFrom, day)?.promoRate ?? 0;

/** Whether a reservation made on that day finds the promotion active: within its dates, both included, and switched on. */
export const isActiveOn = (promotion: Promotion, day: Day): boolean =>
  promotion.startDate <= day &&
  (promotion.endDate === null || day <= promotion.endDate) &&
  countingOn(promotion.switches, day);

/** What the switch on the page shows on a day; its dates play no part. For days to come it is what will count. */
export const isShownActive = (promotion: Pick<Promotion, 'switches'>, today: Day): boolean =>
  holding(
    promotion.switches,
    (each) => each.shownFrom,
    today,
    (each) => each.effectiveFrom,
  )?.isActive ?? false;

/** Its switches in the order in which they count: of those that begin on one day the last one holds. */
export function switchesAsTheyCount({ switches }: Pick<Promotion, 'switches'>): readonly Switch[] {
  const order = ({ effectiveFrom, shownFrom }: Switch): string => `${effectiveFrom} ${shownFrom}`;
  return [...switches].sort((a, b) => (order(a) === order(b) ? 0 : order(a) < order(b) ? -1 : 1));
}
