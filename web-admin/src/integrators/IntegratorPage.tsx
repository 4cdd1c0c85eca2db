import type { Integrator } from '@fynbos/api/integrators/answers.ts';
import { Fragment, type ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { lazily } from '../api/load-page.ts';
import { useMay } from '../api/use-may.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { PresentOnly } from '../as-of/PresentOnly.tsx';
import { useListedRecord } from '../as-of/use-record.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { figure } from '../components/FigureTable.tsx';
import { fieldText } from '../components/field.ts';
import { RecordPage } from '../components/RecordPage.tsx';
import { Waiting } from '../components/states.tsx';
import { Empty, Facts, MutedText, Tag } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { exactInstant, instant } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { T, useTranslation } from '../i18n/T.tsx';
import { PagedTable } from '../list/PagedTable.tsx';
import { EditIntegratorDialog } from './IntegratorDialog.tsx';
import { outcomeOf } from './integrator-calls.ts';
import { Keys } from './Keys.tsx';
import { RefusedItems } from './RefusedItems.tsx';
import { TryIt } from './TryIt.tsx';
import { Webhooks } from './Webhooks.tsx';

/** Removes an integrator after confirmation. All its keys become invalid at once; its recorded events stay. */
function RemoveButton({ integrator: { id, name, keys } }: { integrator: Integrator }) {
  const translate = useTranslation();
  return (
    <ReasonButton
      action="Remove"
      color="error"
      destructive
      doneMessage={translate('%{name} was removed. Its keys no longer work.', { name })}
      explanation={[
        keys.length === 0
          ? 'It has no live key. Recorded data is kept.'
          : 'Its key stops working immediately and cannot be restored. Recorded data is kept. |||| Its %{count} keys stop working immediately and cannot be restored. Recorded data is kept.',
        { count: keys.length },
      ]}
      isReasonOptional
      label="Remove"
      send={(reason, { command }) => command('DELETE', `integrators/${id}`, undefined, { reason })}
      title={['Remove %{name}', { name }]}
    />
  );
}

const TrafficCharts = lazily(() => import('./TrafficCharts.tsx'), <Waiting rows={8} />);

/** Events of the last thirty days, with their delay. The charts load when the tab is opened. */
function Traffic({ id }: { id: string }) {
  const { data, notice } = useRead(`integrators/${id}/traffic`);
  if (notice) return notice;
  if (data.length === 0) return <Empty>No events received in the last 30 days.</Empty>;
  return <TrafficCharts days={data} />;
}

const COLUMNS = ['Time', 'Request', 'Key', 'Status', 'Result', figure('Duration')];
const POLL_MS = 5_000;
const CALL_FORMS = { object: 'Single event', array: 'Batch', stream: 'NDJSON' } as const;

function Calls({ id }: { id: string }) {
  const { data, notice } = useRead(`integrators/${id}/calls`, { pollMs: POLL_MS });
  if (!data) return notice;
  return (
    <>
      {notice}
      <PagedTable
        caption="Latest calls"
        columns={COLUMNS}
        empty="No calls yet. Each call appears here within seconds."
        rows={data.map((call) => [
          call.callId,
          exactInstant(call.at),
          <Fragment key="form">
            <T>{CALL_FORMS[call.form]}</T> {call.dryRun && <MutedText>dry run</MutedText>}
          </Fragment>,
          call.keyId,
          <Tag key="status" tone={call.status < 400 ? 'good' : 'bad'}>
            {String(call.status)}
          </Tag>,
          outcomeOf(call),
          ['%{durationMs} ms', { durationMs: call.durationMs }],
        ])}
      />
    </>
  );
}

const present = (tab: ReactNode) => <PresentOnly>{tab}</PresentOnly>;

export default function IntegratorPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const may = useMay();
  const isLive = ({ status }: Integrator) => !asOf && status === 'live' && may('integrators:change');
  return (
    <RecordPage
      head={(integrator) => ({
        actions: isLive(integrator) && (
          <>
            <ActionButton label="Edit" dialog={<EditIntegratorDialog id={id} />} variant="contained" />
            <RemoveButton integrator={integrator} />
          </>
        ),
        status: integrator.status,
        title: integrator.name,
      })}
      kind="Integrator"
      parent={{ to: '/integrators', label: 'Integrators' }}
      read={useListedRecord('integrators', id)}
      tabs={(integrator) => ({
        keys: <Keys integrator={integrator} mayChange={isLive(integrator)} />,
        calls: present(<Calls id={id} />),
        refused: present(<RefusedItems id={id} mayRetry={isLive(integrator)} />),
        traffic: present(<Traffic id={id} />),
        webhooks: present(<Webhooks id={id} readOnly={!isLive(integrator)} />),
        'try-it': present(isLive(integrator) ? <TryIt id={id} /> : <Empty>You can try only live integrators.</Empty>),
        history: <HistoryTab id={id} resource="integrators" />,
      })}
    >
      {(integrator) => (
        <Facts
          facts={[
            ['Scopes', fieldText('scopes', integrator.scopes)],
            ['Added', instant(integrator.addedAt)],
            ['Last change', instant(integrator.updatedAt)],
          ]}
        />
      )}
    </RecordPage>
  );
}
