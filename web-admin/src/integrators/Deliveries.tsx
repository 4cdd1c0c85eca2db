import type { Delivery } from '@fynbos/api/integrators/answers.ts';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import { Box } from '@mui/material';
import { useState } from 'react';
import { ActionButton, CommandButton } from '../components/ActionButton.tsx';
import { FigureTable } from '../components/FigureTable.tsx';
import { Mono, MutedText } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

/** Message kinds that an integrator can receive about its reservations. */
export const KINDS = [
  ['reward.decided', 'A reward was decided'],
  ['reward.paid', 'A reward was paid'],
  ['reward.reversed', 'A reward was reversed'],
] as const;

/** Returns the label of a message kind. */
export const kindLabel = (kind: string): string => KINDS.find(([each]) => each === kind)?.[1] ?? kind;

/** The path of a webhook's calls. */
export type WebhookPath = `integrators/${string}/webhooks/${string}`;

const POLL_MS = 5_000;
const DELIVERIES_PER_PAGE = 50;
const STATE_LABELS = {
  waiting: 'Waiting',
  taken: 'Delivered',
  'given-up': 'Failed',
  dropped: 'Not sent: switched off',
};

function Answers({ answers, dueAt }: Pick<Delivery, 'answers' | 'dueAt'>) {
  return (
    <>
      {answers.length > 0 && (
        <details>
          <T as="summary" values={{ count: answers.length, last: [answers.at(-1)?.error ?? 'delivered'] }}>
            {'%{count} attempt, last: %{last} |||| %{count} attempts, last: %{last}'}
          </T>
          <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
            {answers.map(({ at, status, error, ms }) => (
              <T
                as="li"
                key={at}
                values={{
                  at: instant(at),
                  answer: error ? [error] : ['HTTP %{status}', { status: status ?? 0 }],
                  ms,
                }}
              >
                {'%{at}: %{answer}, %{ms} ms'}
              </T>
            ))}
          </Box>
        </details>
      )}
      {dueAt && <MutedText values={{ dueAt: instant(dueAt) }}>{'Next attempt %{dueAt}'}</MutedText>}
    </>
  );
}

/** Asks before it sends all messages of the last 24 hours again, with their number. */
function ResendDialog({ path }: { path: WebhookPath }) {
  const [since] = useState(() => new Date(Date.now() - DAY_MS).toISOString());
  const { data, notice } = useRead(`${path}/deliveries/count`, { query: { since }, rows: 1 });
  return (
    <FormDialog
      action="Send messages again"
      doneMessage="The messages of the last 24 hours are sent again."
      send={(_, { command }) => command('POST', `${path}/again`, { since })}
      title="Send the last 24 hours again"
      waits={!data?.deliveries}
    >
      {notice}
      {data && (
        <T as="p" values={{ count: data.deliveries }}>
          {
            '%{count} message is sent again, even if it was delivered. |||| %{count} messages are sent again, including those that were delivered.'
          }
        </T>
      )}
    </FormDialog>
  );
}

/** The deliveries of a webhook page by page, newest first, with payloads and responses. Each can be sent again. */
export function Deliveries({ path, readOnly }: { path: WebhookPath; readOnly: boolean }) {
  const [older, setOlder] = useState<{ before: string; beforeId: string }>();
  const { data, notice } = useRead(`${path}/deliveries`, {
    query: older,
    pollMs: POLL_MS,
    // Keeps the buttons, and with them the focus.
    keepsPrevious: true,
    rows: 2,
  });
  if (!data) return notice;
  const last = data.length === DELIVERIES_PER_PAGE ? data.at(-1) : undefined;
  return (
    <>
      {notice}
      <FigureTable
        caption={older ? 'Older deliveries' : 'Latest deliveries'}
        columns={['When', 'What', 'Reservation', 'State', 'Responses', !readOnly && 'Actions']}
        empty={older ? 'No older deliveries.' : 'No deliveries in the last 30 days.'}
        rows={data.map(({ deliveryId, kind, reservationNo, state, body, createdAt, dueAt, answers }) => [
          deliveryId,
          instant(createdAt),
          <details key="what">
            <T as="summary">{kindLabel(kind)}</T>
            <pre className="mono raw">{JSON.stringify(JSON.parse(body), null, 2)}</pre>
          </details>,
          reservationNo && <Mono key="reservation" text={reservationNo} />,
          [STATE_LABELS[state]],
          <Answers answers={answers} dueAt={dueAt} key="answers" />,
          <CommandButton
            accessibleName={['Send %{deliveryId} again', { deliveryId }]}
            doneMessage="The message is sent again."
            key="again"
            label="Send again"
            run={({ command }) => command('POST', `${path}/again`, { deliveryId })}
            size="small"
          />,
        ])}
      />
      {(older || last) && (
        <p className="actions">
          {older && <ActionButton label="Newest" onClick={() => setOlder(undefined)} size="small" />}
          <ActionButton
            label="Older"
            isUnavailable={!last}
            onClick={() => last && setOlder({ before: last.createdAt, beforeId: last.deliveryId })}
            size="small"
          />
        </p>
      )}
      {!readOnly && (
        <p className="actions">
          <CommandButton
            doneMessage="Test message sent."
            label="Send a test message"
            run={({ command }) => command('POST', `${path}/ping`)}
            size="small"
          />
          {data.length > 0 && (
            <ActionButton label="Send the last 24 hours again" dialog={<ResendDialog path={path} />} size="small" />
          )}
        </p>
      )}
    </>
  );
}
