import type { AgentSession as Session } from '@fynbos/api/agents/answers.ts';
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

const COLUMNS = [{ label: 'Device' }, { label: 'Network' }, { label: 'Last seen' }, { label: 'Action' }];

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
    <FigureTable
      caption="Active sessions"
      isList
      columns={COLUMNS}
      rows={data.map(({ sessionId, device, network, lastSeenAt }) => [
        sessionId,
        device,
        network,
        instant(lastSeenAt),
        <Button
          aria-label={say('End session on %{device}', { device })}
          color="error"
          key="end"
          onClick={() => end(sessionId)}
          size="small"
        >
          <T>End</T>
        </Button>,
      ])}
    />
  );
}
