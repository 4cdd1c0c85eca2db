import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { get } from '../api/http.ts';
import { type EventPageData, eventsPath, NEWEST } from './events.ts';

/** Poll interval of a live event browser, in milliseconds. */
export const LIVE_MS = 2_000;

/**
 * Counts the events that arrived since the newest page was last shown. The count stops at one page.
 * @param newestShown newest position of the newest page while that page is shown, otherwise undefined
 * @param active whether an older page is shown with live updates on
 */
export function useNews(search: URLSearchParams, newestShown: string | undefined, active: boolean): number {
  const seen = useRef<string | undefined>(undefined);
  if (newestShown !== undefined) seen.current = newestShown;
  const { data } = useQuery({
    queryKey: ['events', 'news', search.get('type'), search.get('stream')],
    queryFn: async ({ signal }) => {
      // A visitor who opens an older page directly has no seen position: count from the newest event now.
      if (seen.current === undefined) {
        const { events } = await get<EventPageData>(eventsPath(search, NEWEST), signal);
        seen.current = events[0]?.position;
        return 0;
      }
      const place = { direction: 'forwards', from: seen.current } as const;
      return (await get<EventPageData>(eventsPath(search, place), signal)).events.length;
    },
    enabled: active,
    refetchInterval: LIVE_MS,
    staleTime: 0,
  });
  return active ? (data ?? 0) : 0;
}
