import type { BlockedKey, WaitingEvent } from '@fynbos/api/operations/answers.ts';
import { Fragment, useState } from 'react';
import { useNotify } from 'react-admin';
import { Link } from 'react-router-dom';
import { call } from '../api/http.ts';
import { exactInstant, grouped, instant, words } from '../format/format.ts';
import { T, useSay } from '../i18n/T.tsx';
import { ActionButton, useAction } from '../record/ActionButton.tsx';
import { Wide } from '../record/FigureTable.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Empty, Remark, TextLink } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';

/** The events behind a blocked key, in the order in which they will be processed. */
function WaitingEvents({ blockedKey: { projection, key, waiting } }: { blockedKey: BlockedKey }) {
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

const LOOK_MS = 3_000;

/** Keys blocked by a failed event. Retry them after the cause is fixed. */
export function BlockedKeys({ mayRetry }: { mayRetry: boolean }) {
  const say = useSay();
  const notify = useNotify();
  const [retried, setRetried] = useState<string | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const { data, error, refetch, notice } = useRead<BlockedKey[]>('operations/parked', { pollMs: LOOK_MS });
  const { act, busy } = useAction(refetch);
  if (error && !data?.length) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting />;
  if (data.length === 0) return <Empty>No failed events: every read model and reaction is up to date.</Empty>;
  const retry = ({ id, projection, key }: BlockedKey) => {
    setRetried(id);
    return act(async () => {
      const { taken, waiting } = await call<{ taken: number; waiting: number }>('POST', 'operations/parked/resume', {
        projection,
        key,
      });
      if (waiting === 0)
        notify('%{taken} events processed; nothing is waiting.', { type: 'success', messageArgs: { taken } });
      else
        notify('%{taken} events processed. One failed again, and %{waiting} are waiting. Correct the cause first.', {
          type: 'warning',
          messageArgs: { taken, waiting },
        });
    });
  };
  return (
    <>
      {notice}
      <Wide>
        <table className="plain-table">
          <caption className="sr-only">
            <T>Blocked keys</T>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <T>Read model</T>
              </th>
              <th scope="col">
                <T>Key</T>
              </th>
              <th scope="col">
                <T>Event</T>
              </th>
              <th scope="col">
                <T>Error</T>
              </th>
              <th className="number" scope="col">
                <T>Waiting</T>
              </th>
              <th scope="col">
                <T>Since</T>
              </th>
              {mayRetry && (
                <th scope="col">
                  <T>Retry</T>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {data.map((blockedKey) => (
              <Fragment key={blockedKey.id}>
                <tr>
                  <th scope="row">{blockedKey.projection}</th>
                  <td className="mono">{blockedKey.key}</td>
                  <td>
                    <Link className="text-link" to={`/events/${blockedKey.eventId}`}>
                      {blockedKey.eventType ? <T>{words(blockedKey.eventType)}</T> : <T>event</T>}
                    </Link>
                  </td>
                  <td>
                    <strong>{blockedKey.errorCode}</strong> <span className="mono">{blockedKey.errorMessage}</span>
                  </td>
                  <td className="number">
                    <button
                      aria-expanded={open === blockedKey.id}
                      aria-label={say('%{waiting} waiting: show the events behind %{key}', {
                        waiting: blockedKey.waiting,
                        key: blockedKey.key,
                      })}
                      className="text-button"
                      onClick={() => setOpen(open === blockedKey.id ? null : blockedKey.id)}
                      type="button"
                    >
                      {grouped(blockedKey.waiting)}
                    </button>
                  </td>
                  <td>{instant(blockedKey.parkedAt)}</td>
                  {mayRetry && (
                    <td>
                      <ActionButton
                        label={busy && retried === blockedKey.id ? 'Retrying...' : 'Retry'}
                        accessibleName={['Retry %{key}', { key: blockedKey.key }]}
                        disabled={busy}
                        onClick={() => retry(blockedKey)}
                        size="small"
                        variant="outlined"
                      />
                    </td>
                  )}
                </tr>
                {open === blockedKey.id && (
                  <tr>
                    <td colSpan={mayRetry ? 7 : 6}>
                      <WaitingEvents blockedKey={blockedKey} />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </Wide>
    </>
  );
}
