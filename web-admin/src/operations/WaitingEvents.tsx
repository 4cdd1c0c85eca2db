import { exactInstant, grouped, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { TextLink } from '../record/TextLink.tsx';
import { Remark } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import type { BlockedKey, WaitingEvent } from './operations.ts';

/** The events behind a blocked key, in the order in which they will be processed. */
export function WaitingEvents({ blockedKey: { projection, key, waiting } }: { blockedKey: BlockedKey }) {
  const { data, notice } = useRead<WaitingEvent[]>(
    `operations/parked/waiting?${new URLSearchParams({ projection, key })}`,
    { rows: 2 },
  );
  if (notice) return notice;
  return (
    <>
      <ol className="waiting-events">
        {data.map(({ eventId, type, streamId, recordedAt }, at) => (
          <li key={eventId}>
            <TextLink to={`/events/${eventId}`} label={type ? words(type) : 'Event'} />{' '}
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
