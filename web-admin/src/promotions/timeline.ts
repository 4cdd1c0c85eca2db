import type { Promotion } from './promotion.ts';

/** A change of a promotion by the day from which it counts. */
export interface DatedChange {
  readonly what: 'rate' | 'switch';
  /** Johannesburg day; before any when it holds since the promotion was made. */
  readonly from: string;
  readonly promoRate?: number;
  readonly isActive?: boolean;
  readonly state: 'past' | 'current' | 'planned';
}

/** Of the entries that begin on one day the last one counts; the latest day first. */
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

/** What was, what holds and what is planned, the latest first. */
export const timelineOf = ({ rates, switches }: Pick<Promotion, 'rates' | 'switches'>, today: string): DatedChange[] =>
  [...dated('rate', rates, today), ...dated('switch', switches, today)].sort((a, b) =>
    a.from === b.from ? 0 : a.from < b.from ? 1 : -1,
  );
