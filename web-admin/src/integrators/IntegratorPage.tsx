import { useGetOne, usePermissions } from 'react-admin';
import { useParams } from 'react-router-dom';
import { instant } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { Facts } from '../record/Facts.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { RecordTabs } from '../record/RecordTabs.tsx';
import { StatusTag } from '../record/StatusTag.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Empty, Mono } from '../record/texts.tsx';
import { useTab } from '../record/use-tab.ts';
import '../enquiries/support.css';
import { Calls } from './Calls.tsx';
import { IntegratorDialog } from './IntegratorDialog.tsx';
import type { Integrator } from './integrator.ts';
import { Keys } from './Keys.tsx';
import { RefusedItems } from './RefusedItems.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import { Traffic } from './Traffic.tsx';
import { TryIt } from './TryIt.tsx';
import { Webhooks } from './Webhooks.tsx';
import './webhooks.css';

const TABS = ['Keys', 'Calls', 'Refused', 'Traffic', 'Webhooks', 'Try it', 'History'] as const;

/** One integrator: keys, latest calls, refused items, traffic, a form for test calls, and history. */
export default function IntegratorPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const [tab, choose] = useTab(TABS);
  const { permissions } = usePermissions<Record<string, string>>();
  const { data, error, refetch } = useGetOne<Integrator>('integrators', { id, meta: { asOf } });
  // A failed refetch must not hide a new key, which is shown only once.
  if (!data) return error ? <ErrorNote error={error} onRetry={refetch} /> : <Waiting rows={6} />;
  const isLive = !asOf && data.status === 'live' && Boolean(permissions?.['integrators:change']);
  return (
    <>
      <PageHead
        actions={
          isLive && (
            <>
              <ActionButton
                label="Change"
                dialog={(close) => <IntegratorDialog integrator={data} onClose={close} />}
                variant="outlined"
              />
              <RemoveButton integrator={data} />
            </>
          )
        }
        crumbs={[{ to: '/integrators', label: 'Integrators' }]}
        status={<StatusTag status={data.status} />}
        title={data.name}
      />
      {error && <ErrorNote error={error} onRetry={refetch} />}
      <Facts
        facts={[
          ['Scopes', <Mono key="s" text={data.scopes.join(', ')} />],
          ['Added', instant(data.addedAt)],
          ['Last change', instant(data.updatedAt)],
        ]}
      />
      <RecordTabs label="Integrator" names={TABS} onChoose={choose} tab={tab}>
        {tab === 'Keys' && <Keys integrator={data} mayChange={isLive} />}
        {tab === 'Calls' && <Calls id={id} />}
        {tab === 'Refused' && <RefusedItems id={id} mayRetry={isLive} />}
        {tab === 'Traffic' && <Traffic id={id} />}
        {tab === 'Webhooks' && <Webhooks id={id} readOnly={asOf !== null || data.status !== 'live'} />}
        {tab === 'Try it' && (isLive ? <TryIt id={id} /> : <Empty>You can try only live integrators.</Empty>)}
        {tab === 'History' && <HistoryTab id={id} resource="integrators" />}
      </RecordTabs>
    </>
  );
}
