import type { EventPage } from '@fynbos/api/audit/answers.ts';

/** An event as the event browser lists it. */
export type ListedEvent = EventPage['events'][number];

/** Start and direction of a read. Without `from`: the newest (backwards) or the oldest (forwards) page. */
export interface PageCursor {
  readonly direction: 'backwards' | 'forwards';
  readonly from: string | null;
}

export const NEWEST: PageCursor = { direction: 'backwards', from: null };
export const OLDEST: PageCursor = { direction: 'forwards', from: null };

/** Parses the place in a URL's query. */
export const cursorOf = (search: URLSearchParams): PageCursor => ({
  direction: search.get('direction') === 'forwards' ? 'forwards' : 'backwards',
  from: search.get('from'),
});

export const isNewest = ({ direction, from }: PageCursor): boolean => direction === 'backwards' && from === null;
const isOldest = ({ direction, from }: PageCursor): boolean => direction === 'forwards' && from === null;

/** Events of a page, newest first in either read direction, and the places of the newer and older pages. */
export function viewOf(
  place: PageCursor,
  { events, atEnd }: EventPage,
): { readonly rows: readonly ListedEvent[]; readonly newer: PageCursor | null; readonly older: PageCursor | null } {
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

export const eventsQuery = (search: URLSearchParams, { direction, from }: PageCursor) => ({
  direction,
  type: search.get('type') || undefined,
  stream: search.get('stream') || undefined,
  from: from ?? undefined,
});
