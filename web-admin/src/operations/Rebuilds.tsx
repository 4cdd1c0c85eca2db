import type { RebuildRecord } from '@fynbos/api/operations/answers.ts';
import { useState } from 'react';
import type { AdminBody } from '../api/http.ts';
import { CommandButton } from '../components/ActionButton.tsx';
import { FigureTable } from '../components/FigureTable.tsx';
import { WorkProgress } from '../components/states.tsx';
import { StatusTag, Tag } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { InputField } from '../form/InputField.tsx';
import { grouped, instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import '../list/list.css';

const POLL_MS = 1_000;

/** States of a rebuild that is still running. */
const RUNNING_STATES: ReadonlySet<string> = new Set(['building', 'catching-up', 'comparing', 'swapping']);

const RebuildProgress = ({ rebuild }: { rebuild: RebuildRecord }) =>
  RUNNING_STATES.has(rebuild.state) ? (
    <WorkProgress
      isCell
      label={['Rebuild of %{projection}', { projection: rebuild.projection }]}
      unit="events"
      work={rebuild}
    />
  ) : (
    <T values={{ count: rebuild.done }}>{'%{count} event |||| %{count} events'}</T>
  );

function ComparisonResult({ rebuild: { comparison, error, state } }: { rebuild: RebuildRecord }) {
  if (error) return <Tag tone="bad">{error}</Tag>;
  if (!comparison) return <span className="quiet">{state === 'done' ? <T>Not compared</T> : '—'}</span>;
  if (comparison.equal)
    return (
      <Tag tone="good" values={{ count: comparison.rebuiltRows }}>
        {'Equal: %{count} row |||| Equal: %{count} rows'}
      </Tag>
    );
  const { different, onlyLive, onlyRebuilt } = comparison;
  return (
    <Tag
      tone="bad"
      values={{ different: grouped(different), onlyLive: grouped(onlyLive), onlyRebuilt: grouped(onlyRebuilt) }}
    >
      {'%{different} differ, %{onlyLive} only live, %{onlyRebuilt} only rebuilt'}
    </Tag>
  );
}

type Swap = AdminBody<'POST', 'operations/replays'>['swap'];

/** Blue/green rebuilds of a read model: start, watch, compare and swap. Readers are not interrupted. */
export function Rebuilds({ readModels }: { readModels: readonly string[] }) {
  const [projection, setProjection] = useState(readModels[0] ?? '');
  const [swap, setSwap] = useState<Swap>('if-equal');
  const { data, notice } = useRead('operations/replays', { pollMs: POLL_MS });
  if (!data) return notice;
  return (
    <>
      {notice}
      <div className="filters">
        <InputField
          label="Read model"
          onChange={setProjection}
          value={projection}
          choices={readModels.map((name) => [name, name] as const)}
        />
        <InputField
          label="After the comparison"
          onChange={(value) => setSwap(value as Swap)}
          value={swap}
          choices={[
            ['if-equal', 'Replace if identical'],
            ['always', 'Replace anyway'],
            ['never', 'Compare only'],
          ]}
        />
        <CommandButton
          doneMessage="Rebuild started."
          label="Rebuild"
          run={({ command }) => command('POST', 'operations/replays', { projection, swap, compare: true })}
          variant="contained"
        />
      </div>
      <FigureTable
        caption="Rebuilds"
        empty="No rebuilds yet. A rebuild creates a read model again from the first event and compares it row by row."
        columns={['Read model', 'State', 'Progress', 'Comparison', 'Started', 'Cancel']}
        rows={data.map((rebuild) => [
          rebuild.id,
          <span key="name">
            {rebuild.projection}
            {rebuild.asOf && (
              <span className="under quiet">
                <T values={{ moment: instant(rebuild.asOf) }}>{'View as of %{moment}'}</T>
              </span>
            )}
          </span>,
          <StatusTag key="state" status={rebuild.state} />,
          <RebuildProgress key="progress" rebuild={rebuild} />,
          <ComparisonResult key="comparison" rebuild={rebuild} />,
          instant(rebuild.startedAt),
          RUNNING_STATES.has(rebuild.state) && (
            <CommandButton
              color="error"
              doneMessage="Cancelling…"
              key="cancel"
              label="Cancel"
              run={({ command }) => command('POST', `operations/replays/${rebuild.id}/cancel`)}
              size="small"
            />
          ),
        ])}
      />
    </>
  );
}
