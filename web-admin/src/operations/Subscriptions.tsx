import { Fragment } from 'react';
import { grouped } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { FigureTable, figures } from '../record/FigureTable.tsx';
import { Tag } from '../record/StatusTag.tsx';
import { Quiet } from '../record/texts.tsx';
import { duration, type Subscription } from './operations.ts';

const COLUMNS = ['Name', 'State', ...figures('Behind', 'Lag', 'Events', 'Events/s', 'Version')];

function State({ one }: { one: Subscription }) {
  if (one.parkedKeys > 0)
    return (
      <Tag tone="bad" values={{ parkedKeys: grouped(one.parkedKeys) }}>
        {'%{parkedKeys} blocked'}
      </Tag>
    );
  return (
    <span className={`status ${one.behind > 0 ? 'attention' : 'good'}`}>
      <T>{one.behind > 0 ? 'Catching up' : 'Up to date'}</T>
    </span>
  );
}

/** Read models and reactions: lag and speed of each subscription. */
export function Subscriptions({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  return (
    <FigureTable
      caption="Read models and reactions"
      columns={COLUMNS}
      rows={subscriptions.map((one) => [
        one.name,
        <Fragment key="name">
          {one.name} {one.kind === 'reaction' && <Quiet>reaction</Quiet>}
        </Fragment>,
        <State key="state" one={one} />,
        one.behind >= 1_000 ? '1 000+' : grouped(one.behind),
        one.lagMs === 0 ? '—' : duration(one.lagMs),
        grouped(one.events),
        grouped(one.rate),
        one.versionInCode === one.version ? one.version : `${one.version} → ${one.versionInCode}`,
      ])}
    />
  );
}
