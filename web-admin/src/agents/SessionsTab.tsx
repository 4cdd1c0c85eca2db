import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { call, get } from '../api/http.ts';
import { instant } from '../format/format.ts';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Wide } from '../record/Wide.tsx';

interface Session {
  readonly sessionId: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly device: string;
  readonly network: string;
}

/** Where an agent is signed in; each session can be ended. */
export function SessionsTab({ id }: { id: number }) {
  const notify = useNotify();
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions', id],
    queryFn: ({ signal }) => get<Session[]>(`travel-agents/${id}/sessions`, signal),
  });
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting />;
  if (data.length === 0) return <p className="empty">Not signed in anywhere.</p>;
  const end = (sessionId: string) =>
    call('DELETE', `travel-agents/${id}/sessions/${sessionId}`)
      .then(() => refetch())
      .catch((failure: Error) => notify(failure.message, { type: 'error' }));
  return (
    <Wide>
      <table className="plain-table">
        <caption className="sr-only">Live sessions</caption>
        <thead>
          <tr>
            <th scope="col">Device</th>
            <th scope="col">Network</th>
            <th scope="col">Last seen</th>
            <th scope="col">End</th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ sessionId, device, network, lastSeenAt }) => (
            <tr key={sessionId}>
              <td>{device}</td>
              <td className="mono">{network}</td>
              <td>{instant(lastSeenAt)}</td>
              <td>
                <Button
                  aria-label={`End session on ${device}`}
                  color="error"
                  onClick={() => end(sessionId)}
                  size="small"
                >
                  End
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
