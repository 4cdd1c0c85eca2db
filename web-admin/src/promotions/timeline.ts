import type { PromotionRecord as Promotion } from '@fynbos/api/promotions/answers.ts';

/** A change of a promotion, with the day on which it takes effect. */
export interface DatedChange {
  readonly what: 'rate' | 'switch';
  /** Johannesburg day; earlier than any real day for a value in force since the promotion was created. */
  readonly from: string;
  readonly promoRate?: number;
  readonly isActive?: boolean;
  readonly state: 'past' | 'current' | 'planned';
}

/** Sorts entries by day, latest first. Of several entries for one day, only the last one counts. */
function dated<Entry extends { readonly from: string }>(
  what: DatedChange['what'],
  entries: readonly Entry[],
  today: string,
): DatedChange[] {
  const byDay = new Map(entries.map((entry) => [entry.from, entry]));
  const ordered = [...byDay.values()].sort((a, b) => (a.from < b.from ? 1 : -1));
  const current = ordered.find(({ from }) => from <= today);
  return ordered.map((entry) => ({
    what,
    ...entry,
    state: entry.from > today ? 'planned' : entry === current ? 'current' : 'past',
  }));
}

/** Returns past, current and planned changes, latest first. */
export const timelineOf = ({ rates, switches }: Pick<Promotion, 'rates' | 'switches'>, today: string): DatedChange[] =>
  [...dated('rate', rates, today), ...dated('switch', switches, today)].sort((a, b) =>
    a.from === b.from ? 0 : a.from < b.from ? 1 : -1,
  );
