import { useQuery } from '@tanstack/react-query';
import { get } from '../api/http.ts';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Wide } from '../record/Wide.tsx';
import { type Call, outcomeOf } from './integrator-calls.ts';

const LOOK_MS = 5_000;
const FORMS = { object: 'Single event', array: 'Batch', stream: 'NDJSON' } as const;

/** The latest calls: time, key, request, result and duration. */
export function Calls({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['integrator-calls', id],
    queryFn: ({ signal }) => get<Call[]>(`integrators/${id}/calls`, signal),
    refetchInterval: LOOK_MS,
  });
  if (error && !data?.length) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting />;
  if (data.length === 0)
    return (
      <p className="empty">
        <T>No calls yet. They appear here a second after the integrator makes one.</T>
      </p>
    );
  return (
    <>
      {error && <ErrorNote error={error} onRetry={refetch} />}
      <Wide>
        <table className="plain-table">
          <caption className="sr-only">
            <T>Latest calls</T>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <T>Time</T>
              </th>
              <th scope="col">
                <T>Request</T>
              </th>
              <th scope="col">
                <T>Key</T>
              </th>
              <th scope="col">
                <T>Status</T>
              </th>
              <th scope="col">
                <T>Result</T>
              </th>
              <th className="number" scope="col">
                <T>Duration</T>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((call) => (
              <tr key={call.callId}>
                <th scope="row">{instant(call.at)}</th>
                <td>
                  <T>{FORMS[call.form]}</T>{' '}
                  {call.dryRun && (
                    <span className="quiet">
                      <T>dry run</T>
                    </span>
                  )}
                </td>
                <td className="mono">{call.keyId}</td>
                <td>
                  <span className={`status ${call.status < 400 ? 'good' : 'bad'}`}>{call.status}</span>
                </td>
                <td>
                  <T>{outcomeOf(call)}</T>
                </td>
                <td className="number">
                  <T values={{ durationMs: call.durationMs }}>{'%{durationMs} ms'}</T>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </>
  );
}
