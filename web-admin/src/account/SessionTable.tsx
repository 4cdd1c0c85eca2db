import { CommandButton } from '../components/ActionButton.tsx';
import { FigureTable } from '../components/FigureTable.tsx';
import { Empty } from '../components/texts.tsx';
import { useAnswer } from '../components/use-read.tsx';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

const COLUMNS = ['Device', 'Network', 'Last seen', 'Actions'];

interface Session {
  readonly id: string;
  readonly device: string;
  readonly network: string;
  readonly lastSeenAt: string;
  /** Whether this page belongs to it. It is ended by signing out. */
  readonly current?: boolean;
}

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
  const { data, notice } = useAnswer(['sessions', of], list);
  if (notice) return notice;
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
            <CommandButton
              label="Sign out"
              accessibleName={['Sign out on %{device}', { device }]}
              color="error"
              key="end"
              run={() => end(id)}
              size="small"
            />
          ),
        ])}
      />
      {endOthers && data.length > 1 && (
        <p>
          <CommandButton label="Sign out all other sessions" run={endOthers} variant="outlined" />
        </p>
      )}
    </>
  );
}
