import { useQuery } from '@tanstack/react-query';
import { usePermissions } from 'react-admin';
import { get } from '../api/http.ts';
import { grouped } from '../format/format.ts';
import { PageHead } from '../record/PageHead.tsx';
import { RecordTabs } from '../record/RecordTabs.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { useTab } from '../record/use-tab.ts';
import { DeadLetter } from './DeadLetter.tsx';
import { Health } from './Health.tsx';
import type { Overview } from './operations.ts';
import { Subscriptions } from './Subscriptions.tsx';
import './operations.css';
import { FigureTable } from '../record/FigureTable.tsx';
import { BlockedKeys } from './BlockedKeys.tsx';
import { QueueBoard } from './QueueBoard.tsx';
import { Replays } from './Replays.tsx';

const TABS = ['Read models', 'Blocked keys', 'Notices', 'Replays', 'Queues'] as const;
const QUEUE_COLUMNS = [
  { label: 'Queue' },
  ...['Waiting', 'Active', 'Delayed', 'Failed'].map((label) => ({ label, number: true })),
];
const LOOK_MS = 2_000;

/** Operations: read models, blocked keys, failed notices, rebuilds, queues and dependencies. */
export default function OperationsPage() {
  const [tab, choose] = useTab(TABS);
  const { permissions } = usePermissions<Record<string, string>>();
  const { data, error, refetch } = useQuery({
    queryKey: ['operations'],
    queryFn: ({ signal }) => get<Overview>('operations', signal),
    refetchInterval: LOOK_MS,
  });
  const mayRetry = Boolean(permissions?.['parked-keys:mend']);
  if (!data) return error ? <ErrorNote error={error} onRetry={refetch} /> : <Waiting rows={8} />;
  return (
    <>
      <PageHead title="Operations" />
      {error && <ErrorNote error={error} onRetry={refetch} />}
      <Health health={data.health} />
      <RecordTabs label="Operations" names={TABS} onChoose={choose} tab={tab}>
        {tab === 'Read models' && <Subscriptions subscriptions={data.followers} />}
        {tab === 'Blocked keys' && <BlockedKeys mayRetry={mayRetry} />}
        {tab === 'Notices' && <DeadLetter mayRetry={mayRetry} />}
        {tab === 'Replays' && (
          <Replays readModels={data.followers.filter(({ kind }) => kind === 'projection').map(({ name }) => name)} />
        )}
        {tab === 'Queues' && (
          <>
            <FigureTable
              caption="Jobs by queue"
              columns={QUEUE_COLUMNS}
              rows={data.queues.map(({ name, ...counts }) => [
                name,
                name,
                ...[counts.waiting, counts.active, counts.delayed, counts.failed].map((count) =>
                  count === null ? '—' : grouped(count),
                ),
              ])}
            />
            {permissions?.['queues:see'] && <QueueBoard />}
          </>
        )}
      </RecordTabs>
    </>
  );
}
