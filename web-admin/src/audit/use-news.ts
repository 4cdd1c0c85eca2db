import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { get } from '../api/http.ts';
import { type EventPageData, eventsPath, NEWEST } from './events.ts';

/** How often a live browser looks, in milliseconds. */
export const LIVE_MS = 2_000;

/**
 * How many events came since one looked at the newest, while one looks back live; the count stops at a page. `newestShown`
 * is the newest position of the newest page, where that is what is shown.
 */
export function useNews(search: URLSearchParams, newestShown: string | undefined, active: boolean): number {
  const seen = useRef<string | undefined>(undefined);
  if (newestShown !== undefined) seen.current = newestShown;
  const { data } = useQuery({
    queryKey: ['events', 'news', search.get('type'), search.get('stream')],
    queryFn: async ({ signal }) => {
      // Who came here by an address has seen nothing yet: what comes from now on is new.
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
