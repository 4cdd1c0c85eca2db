import type { Operations as Overview } from '@fynbos/api/operations/answers.ts';
import { useAction, useCommand } from '../api/use-command.ts';
import { useMay } from '../api/use-may.ts';
import { PageHead } from '../components/PageHead.tsx';
import { RecordTabs } from '../components/RecordTabs.tsx';
import { useRead } from '../components/use-read.tsx';
import { duration, grouped, instant } from '../format/format.ts';
import { DeadLetter } from './DeadLetter.tsx';
import './operations.css';
import { Fragment } from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable, figures } from '../components/FigureTable.tsx';
import { MutedText, Tag } from '../components/texts.tsx';
import { T } from '../i18n/T.tsx';
import { BlockedKeys } from './BlockedKeys.tsx';
import { Rebuilds } from './Rebuilds.tsx';

type Subscription = Overview['followers'][number];

const factText = (value: string): string => (/^\d{4}-\d\d-\d\dT/.test(value) ? instant(value) : value);

function Health({ health }: Pick<Overview, 'health'>) {
  return (
    <ul className="health">
      {health.map(({ name, ok, ms, facts }) => (
        <li key={name}>
          <Tag tone={ok ? 'good' : 'bad'}>{name}</Tag>{' '}
          <span className="quiet">{ok ? <T values={{ ms }}>{'answers in %{ms} ms'}</T> : <T>does not answer</T>}</span>
          {facts.length > 0 && (
            <dl>
              {facts.map(([label, value]) => (
                <div key={label}>
                  <T as="dt">{label}</T>
                  <dd>{factText(value)}</dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Opens the queue board in a new tab, authenticated by this session. */
function QueueBoard() {
  const { command } = useCommand();
  const { act, isBusy } = useAction();
  const open = () =>
    act(async () => {
      const { url } = await command('POST', 'operations/board');
      window.open(url, '_blank', 'noopener');
    });
  return (
    <p>
      <ActionButton label="Open job monitor" isBusy={isBusy} onClick={open} variant="outlined" />
    </p>
  );
}

const COLUMNS = ['Name', 'State', ...figures('Behind', 'Lag', 'Events', 'Events/s', 'Version')];

function SubscriptionState({ one }: { one: Subscription }) {
  if (one.parkedKeys > 0)
    return (
      <Tag tone="bad" values={{ parkedKeys: grouped(one.parkedKeys) }}>
        {'%{parkedKeys} blocked'}
      </Tag>
    );
  return <Tag tone={one.behind > 0 ? 'attention' : 'good'}>{one.behind > 0 ? 'Catching up' : 'Up to date'}</Tag>;
}

/** Read models and reactions: lag and speed of each subscription. */
function Subscriptions({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  return (
    <FigureTable
      caption="Read models and reactions"
      columns={COLUMNS}
      rows={subscriptions.map((one) => [
        one.name,
        <Fragment key="name">
          {one.name} {one.kind === 'reaction' && <MutedText>reaction</MutedText>}
        </Fragment>,
        <SubscriptionState key="state" one={one} />,
        one.behind >= 1_000 ? '1 000+' : grouped(one.behind),
        one.lagMs > 0 && duration(one.lagMs),
        grouped(one.events),
        grouped(one.rate),
        one.versionInCode === one.version ? one.version : `${one.version} → ${one.versionInCode}`,
      ])}
    />
  );
}

const QUEUE_COLUMNS = ['Queue', ...figures('Waiting', 'Active', 'Delayed', 'Failed')];
const POLL_MS = 2_000;

export default function OperationsPage() {
  const may = useMay();
  const { data, notice } = useRead('operations', { pollMs: POLL_MS, rows: 8 });
  const mayRetry = may('parked-keys:mend');
  if (!data)
    return (
      <>
        <PageHead title="Operations" />
        {notice}
      </>
    );
  return (
    <>
      <PageHead title="Operations" />
      {notice}
      <Health health={data.health} />
      <RecordTabs
        label="Operations"
        tabs={{
          'read-models': <Subscriptions subscriptions={data.followers} />,
          'blocked-keys': mayRetry && <BlockedKeys />,
          notices: <DeadLetter mayRetry={mayRetry} />,
          rebuilds: (
            <Rebuilds readModels={data.followers.filter(({ kind }) => kind === 'projection').map(({ name }) => name)} />
          ),
          queues: (
            <>
              <FigureTable
                caption="Jobs by queue"
                columns={QUEUE_COLUMNS}
                rows={data.queues.map(({ name, ...counts }) => [
                  name,
                  name,
                  ...[counts.waiting, counts.active, counts.delayed, counts.failed].map(
                    (count) => count !== null && grouped(count),
                  ),
                ])}
              />
              {may('queues:see') && <QueueBoard />}
            </>
          ),
        }}
      />
    </>
  );
}
