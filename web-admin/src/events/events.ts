import type { EventPage } from '@fynbos/api/audit/answers.ts';

/** An event as the event browser lists it. */
export type ListedEvent = EventPage['events'][number];

/** Start and direction of a read. Without `from`: the newest (backwards) or the oldest (forwards) page. */
export interface Place {
  readonly direction: 'backwards' | 'forwards';
  readonly from: string | null;
}

export const NEWEST: Place = { direction: 'backwards', from: null };
export const OLDEST: Place = { direction: 'forwards', from: null };

/** Parses the place in a URL's query. */
export const placeOf = (search: URLSearchParams): Place => ({
  direction: search.get('direction') === 'forwards' ? 'forwards' : 'backwards',
  from: search.get('from'),
});

export const isNewest = ({ direction, from }: Place): boolean => direction === 'backwards' && from === null;
const isOldest = ({ direction, from }: Place): boolean => direction === 'forwards' && from === null;

/** Events of a page, newest first in either read direction, and the places of the newer and older pages. */
export function viewOf(
  place: Place,
  { events, atEnd }: EventPage,
): { readonly rows: readonly ListedEvent[]; readonly newer: Place | null; readonly older: Place | null } {
  const isBack = place.direction === 'backwards';
  const rows = isBack ? events : [...events].reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  const hasNewer = first && !isNewest(place) && (isBack || !atEnd);
  const hasOlder = last && !isOldest(place) && !(isBack && atEnd);
  return {
    rows,
    newer: hasNewer ? { direction: 'forwards', from: first.position } : null,
    older: hasOlder ? { direction: 'backwards', from: last.position } : null,
  };
}

export const eventsQuery = (search: URLSearchParams, { direction, from }: Place) => ({
  direction,
  type: search.get('type') || undefined,
  stream: search.get('stream') || undefined,
  from: from ?? undefined,
});
