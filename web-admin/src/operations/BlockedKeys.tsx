import type { BlockedKey } from '@fynbos/api/operations/answers.ts';
import { Box } from '@mui/material';
import { Fragment, useState } from 'react';
import { useNotify } from 'react-admin';
import { useCommand } from '../api/use-command.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable, figure } from '../components/FigureTable.tsx';
import { Heading, HelpText, Mono, TextLink } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { exactInstant, grouped, instant, words } from '../format/format.ts';
import { T, useTranslation } from '../i18n/T.tsx';

/** The events behind a blocked key, in the order in which they will be processed. */
function WaitingEvents({ blockedKey: { projection, key, waiting } }: { blockedKey: BlockedKey }) {
  const { data, notice } = useRead('operations/parked/waiting', { query: { projection, key }, rows: 2 });
  if (notice) return notice;
  return (
    <>
      <Box component="ol" sx={{ m: 0, pl: 3 }}>
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
      </Box>
      {waiting > data.length && (
        <HelpText values={{ waiting: grouped(waiting - data.length) }}>{'and %{waiting} more'}</HelpText>
      )}
    </>
  );
}

const POLL_MS = 3_000;

/** Processes a blocked key again. `retriedId`: the key whose retry is running; null without one. */
function useRetry() {
  const notify = useNotify();
  const translate = useTranslation();
  const [lastId, setLastId] = useState<string | null>(null);
  const { command, act, isBusy } = useCommand();
  const retry = ({ id, projection, key }: BlockedKey) => {
    setLastId(id);
    return act(async () => {
      const { taken, waiting } = await command('POST', 'operations/parked/resume', { projection, key });
      const processed = ['%{count} event processed |||| %{count} events processed', { count: taken }] as const;
      if (waiting === 0) notify(translate(['%{processed}; nothing is waiting.', { processed }]), { type: 'success' });
      else {
        const left = ['%{count} is waiting |||| %{count} are waiting', { count: waiting }] as const;
        const text = '%{processed}. One failed again, and %{left}. Correct the cause first.';
        notify(translate([text, { processed, left }]), { type: 'warning' });
      }
    });
  };
  return { retry, retriedId: isBusy ? lastId : null };
}

/** Keys blocked by a failed event. Retry them after the cause is fixed. */
export function BlockedKeys() {
  const [openId, setOpenId] = useState<string | null>(null);
  const { data, notice } = useRead('operations/parked', { pollMs: POLL_MS });
  const { retry, retriedId } = useRetry();
  if (!data) return notice;
  return (
    <>
      {notice}
      <FigureTable
        caption="Blocked keys"
        columns={['Read model', 'Key', 'Event', 'Error', figure('Waiting'), 'Since', 'Retry']}
        empty="No failed events: every read model and reaction is up to date."
        rows={data.map((each) => [
          each.id,
          each.projection,
          <Mono key="key" text={each.key} />,
          <TextLink
            key="event"
            to={`/events/${each.eventId}`}
            label={each.eventType ? words(each.eventType) : 'event'}
          />,
          <Fragment key="error">
            <strong>{each.errorCode}</strong> <span className="mono">{each.errorMessage}</span>
          </Fragment>,
          <ActionButton
            accessibleName={[
              '%{waiting} waiting: show the events behind %{key}',
              { waiting: each.waiting, key: each.key },
            ]}
            aria-expanded={openId === each.id}
            key="waiting"
            label={grouped(each.waiting)}
            onClick={() => setOpenId(openId === each.id ? null : each.id)}
            size="small"
          />,
          instant(each.parkedAt),
          <ActionButton
            label={retriedId === each.id ? 'Retrying...' : 'Retry'}
            accessibleName={['Retry %{key}', { key: each.key }]}
            isBusy={retriedId !== null}
            key="retry"
            onClick={() => retry(each)}
            size="small"
            variant="outlined"
          />,
        ])}
      />
      {data
        .filter(({ id }) => id === openId)
        .map((each) => (
          <section key={each.id}>
            <Heading values={{ key: each.key }}>{'Events behind %{key}'}</Heading>
            <WaitingEvents blockedKey={each} />
          </section>
        ))}
    </>
  );
}
