import type { AgentSession as Session } from '@fynbos/api/agents/answers.ts';
import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { call, get } from '../api/http.ts';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { alertType } from '../record/alert-type.ts';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Wide } from '../record/Wide.tsx';

/** Active sessions of an agent; each can be ended. */
export function SessionsTab({ id }: { id: number }) {
  const say = useSay();
  const notify = useNotify();
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions', id],
    queryFn: ({ signal }) => get<Session[]>(`travel-agents/${id}/sessions`, signal),
  });
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting />;
  if (data.length === 0)
    return (
      <p className="empty">
        <T>No active sessions.</T>
      </p>
    );
  const end = (sessionId: string) =>
    call('DELETE', `travel-agents/${id}/sessions/${sessionId}`)
      .then(() => refetch())
      .catch((failure: Error) => notify(failure.message, { type: alertType(failure) }));
  return (
    <Wide>
      <table className="plain-table">
        <caption className="sr-only">
          <T>Live sessions</T>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <T>Device</T>
            </th>
            <th scope="col">
              <T>Network</T>
            </th>
            <th scope="col">
              <T>Last seen</T>
            </th>
            <th scope="col">
              <T>End</T>
            </th>
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
                  aria-label={say('End session on %{device}', { device })}
                  color="error"
                  onClick={() => end(sessionId)}
                  size="small"
                >
                  <T>End</T>
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
