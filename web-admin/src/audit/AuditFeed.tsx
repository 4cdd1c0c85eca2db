import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { get } from '../api/http.ts';
import { useAsOf } from '../past/as-of.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { FeedLine } from './FeedLine.tsx';
import { type FeedPage, feedQuery } from './feed.ts';
import type { FeedParams } from './plain-search.ts';
import './feed.css';

/** Acts of the audit log that match the filters, newest first, by the day on which they were recorded. */
export function AuditFeed({ params, empty }: { params: FeedParams; empty: ReactNode }) {
  const asOf = useAsOf();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['audit-feed', params, asOf],
    queryFn: ({ signal, pageParam }) => get<FeedPage>(`audit-feed?${feedQuery(params, asOf, pageParam)}`, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting rows={8} />;
  const entries = data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) return <div className="empty">{empty}</div>;
  return (
    <>
      <ol className="feed">
        {entries.map((entry) => (
          <FeedLine entry={entry} key={entry.id} />
        ))}
      </ol>
      {hasNextPage && (
        <ActionButton
          label="Show more"
          disabled={isFetchingNextPage}
          onClick={() => fetchNextPage()}
          variant="outlined"
        />
      )}
    </>
  );
}
