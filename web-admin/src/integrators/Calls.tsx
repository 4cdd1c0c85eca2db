import { useQuery } from '@tanstack/react-query';
import { get } from '../api/http.ts';
import { instant } from '../format/format.ts';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Wide } from '../record/Wide.tsx';
import { type Call, outcomeOf } from './integrator-calls.ts';

const LOOK_MS = 5_000;
const FORMS = { object: 'One event', array: 'An array', stream: 'A stream' } as const;

/** The latest calls: when, with which key, what, what came of it, and how long it took. */
export function Calls({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['integrator-calls', id],
    queryFn: ({ signal }) => get<Call[]>(`integrators/${id}/calls`, signal),
    refetchInterval: LOOK_MS,
  });
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting />;
  if (data.length === 0)
    return <p className="empty">No calls yet. They appear here a second after the integrator makes one.</p>;
  return (
    <Wide>
      <table className="plain-table">
        <caption className="sr-only">Latest calls</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col">Key</th>
            <th scope="col">Answer</th>
            <th scope="col">Came of it</th>
            <th className="number" scope="col">
              Took
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((call) => (
            <tr key={call.callId}>
              <th scope="row">{instant(call.at)}</th>
              <td>
                {FORMS[call.form]} {call.dryRun && <span className="quiet">dry run</span>}
              </td>
              <td className="mono">{call.keyId}</td>
              <td>
                <span className={`status ${call.status < 400 ? 'good' : 'bad'}`}>{call.status}</span>
              </td>
              <td>{outcomeOf(call)}</td>
              <td className="number">{call.durationMs} ms</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
