import { useQuery } from '@tanstack/react-query';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { ActionButton, useAction } from '../record/ActionButton.tsx';
import { FigureTable } from '../record/FigureTable.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Empty } from '../record/texts.tsx';

const COLUMNS = ['Device', 'Network', 'Last seen', 'Action'];

interface Session {
  readonly id: string;
  readonly device: string;
  readonly network: string;
  readonly lastSeenAt: string;
  /** Whether this page belongs to it. It is ended by signing out. */
  readonly current?: boolean;
}

/** Active sessions of a person; each can be ended. */
export function SessionTable({
  of,
  list,
  end,
  endOthers,
}: {
  /** Identifies the person, for the cache. */
  of: string;
  list: () => Promise<readonly Session[]>;
  end: (id: string) => Promise<unknown>;
  endOthers?: () => Promise<unknown>;
}) {
  const { data, error, refetch } = useQuery({ queryKey: ['sessions', of], queryFn: list });
  const { act } = useAction(refetch);
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting />;
  if (data.length === 0) return <Empty>No active sessions.</Empty>;
  return (
    <>
      <FigureTable
        caption="Active sessions"
        columns={COLUMNS}
        rows={data.map(({ id, current, device, network, lastSeenAt }) => [
          id,
          device,
          network,
          instant(lastSeenAt),
          current ? (
            <T key="end">This session</T>
          ) : (
            <ActionButton
              label="End"
              accessibleName={['End session on %{device}', { device }]}
              color="error"
              key="end"
              onClick={() => act(() => end(id))}
              size="small"
            />
          ),
        ])}
      />
      {endOthers && data.length > 1 && (
        <p>
          <ActionButton label="End all other sessions" onClick={() => act(endOthers)} variant="outlined" />
        </p>
      )}
    </>
  );
}
