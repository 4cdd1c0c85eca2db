import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { call, get } from '../api/http.ts';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { alertType } from '../record/alert-type.ts';
import { FigureTable } from '../record/FigureTable.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { type Delivery, wordsOfKind } from './webhook.ts';

const RENEW_MS = 5_000;
const DAY_MS = 24 * 3_600_000;
const STATES = { waiting: 'Waiting', taken: 'Delivered', 'given-up': 'Failed', dropped: 'Not sent: switched off' };

function Answers({ answers, dueAt }: Pick<Delivery, 'answers' | 'dueAt'>) {
  return (
    <>
      {answers.length > 0 && (
        <details>
          <summary>
            <T values={{ count: answers.length, last: [answers.at(-1)?.error ?? 'taken'] }}>
              {'%{count} attempt, last %{last} |||| %{count} attempts, last %{last}'}
            </T>
          </summary>
          <ul className="webhook-answers">
            {answers.map(({ at, status, error, ms }) => (
              <li key={at}>
                <T
                  values={{
                    at: instant(at),
                    answer: error ? [error] : ['HTTP %{status}', { status: status ?? 0 }],
                    ms,
                  }}
                >
                  {'%{at}: %{answer}, %{ms} ms'}
                </T>
              </li>
            ))}
          </ul>
        </details>
      )}
      {dueAt && (
        <span className="quiet">
          <T values={{ dueAt: instant(dueAt) }}>{'Next attempt %{dueAt}'}</T>
        </span>
      )}
    </>
  );
}

/** Latest deliveries of a webhook with their payloads and responses. Each can be sent again. */
export function Deliveries({ path, readOnly }: { path: string; readOnly: boolean }) {
  const say = useSay();
  const notify = useNotify();
  const { data, error, refetch } = useQuery({
    queryKey: ['deliveries', path],
    queryFn: ({ signal }) => get<Delivery[]>(`${path}/deliveries`, signal),
    refetchInterval: RENEW_MS,
  });
  if (!data) return error ? <ErrorNote error={error} onRetry={refetch} /> : <Waiting rows={2} />;
  const act = async (action: 'again' | 'ping', body: object, done: string) => {
    try {
      await call('POST', `${path}/${action}`, body);
      notify(done, { type: 'success' });
    } catch (failure) {
      notify((failure as Error).message, { type: alertType(failure) });
    } finally {
      await refetch();
    }
  };
  const since = new Date(Date.now() - DAY_MS).toISOString();
  return (
    <>
      {error && <ErrorNote error={error} onRetry={refetch} />}
      {data.length === 0 && (
        <p className="quiet">
          <T>No deliveries in the last 30 days.</T>
        </p>
      )}
      {data.length > 0 && (
        <FigureTable
          caption="Latest deliveries"
          columns={['When', 'What', 'Reservation', 'State', 'Responses', ...(readOnly ? [] : ['Retry'])].map(
            (label) => ({ label }),
          )}
          isList
          rows={data.map(({ deliveryId, kind, reservationNo, state, body, createdAt, dueAt, answers }) => [
            deliveryId,
            instant(createdAt),
            <details key="what">
              <summary>
                <T>{wordsOfKind(kind)}</T>
              </summary>
              <pre className="mono raw">{JSON.stringify(JSON.parse(body), null, 2)}</pre>
            </details>,
            <span className="mono" key="reservation">
              {reservationNo || '–'}
            </span>,
            [STATES[state]],
            <Answers answers={answers} dueAt={dueAt} key="answers" />,
            ...(readOnly
              ? []
              : [
                  <Button
                    aria-label={say('Send %{deliveryId} again', { deliveryId })}
                    key="again"
                    onClick={() => act('again', { deliveryId }, 'The message is sent again.')}
                    size="small"
                  >
                    <T>Send again</T>
                  </Button>,
                ]),
          ])}
        />
      )}
      {!readOnly && (
        <p className="webhook-actions">
          <Button onClick={() => act('ping', {}, 'Test message sent.')} size="small">
            <T>Send a test message</T>
          </Button>
          {data.length > 0 && (
            <Button
              onClick={() => act('again', { since }, 'The messages of the last 24 hours are sent again.')}
              size="small"
            >
              <T>Resend the last 24 hours</T>
            </Button>
          )}
        </p>
      )}
    </>
  );
}
