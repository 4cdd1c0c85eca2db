import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { get } from '../api/http.ts';
import { exactInstant, grouped, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Remark } from '../record/texts.tsx';
import type { BlockedKey, WaitingEvent } from './operations.ts';

/** The events behind a blocked key, in the order in which they will be processed. */
export function WaitingEvents({ blockedKey: { projection, key, waiting } }: { blockedKey: BlockedKey }) {
  const { data, error } = useQuery({
    queryKey: ['waiting-events', projection, key, waiting],
    queryFn: ({ signal }) =>
      get<WaitingEvent[]>(`operations/parked/waiting?${new URLSearchParams({ projection, key })}`, signal),
  });
  if (error) return <ErrorNote error={error} />;
  if (!data) return <Waiting rows={2} />;
  return (
    <>
      <ol className="waiting-events">
        {data.map(({ eventId, type, streamId, recordedAt }, at) => (
          <li key={eventId}>
            <Link className="text-link" to={`/events/${eventId}`}>
              <T>{type ? words(type) : 'Event'}</T>
            </Link>{' '}
            <span className="mono">{streamId}</span>{' '}
            <span className="quiet">
              {exactInstant(recordedAt)}
              {at === 0 && (
                <>
                  {' · '}
                  <T>failed</T>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
      {waiting > data.length && (
        <Remark values={{ waiting: grouped(waiting - data.length) }}>{'and %{waiting} more'}</Remark>
      )}
    </>
  );
}
