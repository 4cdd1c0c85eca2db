import { usePermissions } from 'react-admin';
import { grouped } from '../format/format.ts';
import { PageHead } from '../record/PageHead.tsx';
import { RecordTabs } from '../record/RecordTabs.tsx';
import { useRead } from '../record/use-read.tsx';
import { useTab } from '../record/use-tab.ts';
import { DeadLetter } from './DeadLetter.tsx';
import { Health } from './Health.tsx';
import type { Overview } from './operations.ts';
import { Subscriptions } from './Subscriptions.tsx';
import './operations.css';
import { FigureTable, figures } from '../record/FigureTable.tsx';
import { BlockedKeys } from './BlockedKeys.tsx';
import { QueueBoard } from './QueueBoard.tsx';
import { Replays } from './Replays.tsx';

const TABS = ['Read models', 'Blocked keys', 'Notices', 'Replays', 'Queues'] as const;
const QUEUE_COLUMNS = ['Queue', ...figures('Waiting', 'Active', 'Delayed', 'Failed')];
const LOOK_MS = 2_000;

/** Operations: read models, blocked keys, failed notices, rebuilds, queues and dependencies. */
export default function OperationsPage() {
  const [tab, choose] = useTab(TABS);
  const { permissions } = usePermissions<Record<string, string>>();
  const { data, notice } = useRead<Overview>('operations', { pollMs: LOOK_MS, rows: 8 });
  const mayRetry = Boolean(permissions?.['parked-keys:mend']);
  if (!data) return notice;
  return (
    <>
      <PageHead title="Operations" />
      {notice}
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
