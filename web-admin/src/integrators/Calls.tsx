import { Fragment } from 'react';
import { exactInstant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { FigureTable, figure } from '../record/FigureTable.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Empty, Quiet } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import { type Call, outcomeOf } from './integrator-calls.ts';

const COLUMNS = ['Time', 'Request', 'Key', 'Status', 'Result', figure('Duration')];
const LOOK_MS = 5_000;
const FORMS = { object: 'Single event', array: 'Batch', stream: 'NDJSON' } as const;

/** The latest calls: time, key, request, result and duration. */
export function Calls({ id }: { id: string }) {
  const { data, error, refetch, notice } = useRead<Call[]>(`integrators/${id}/calls`, { pollMs: LOOK_MS });
  if (error && !data?.length) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting />;
  if (data.length === 0) return <Empty>No calls yet. Each call appears here within seconds.</Empty>;
  return (
    <>
      {notice}
      <FigureTable
        caption="Latest calls"
        columns={COLUMNS}
        rows={data.map((call) => [
          call.callId,
          exactInstant(call.at),
          <Fragment key="form">
            <T>{FORMS[call.form]}</T> {call.dryRun && <Quiet>dry run</Quiet>}
          </Fragment>,
          call.keyId,
          <span className={`status ${call.status < 400 ? 'good' : 'bad'}`} key="status">
            {call.status}
          </span>,
          outcomeOf(call),
          ['%{durationMs} ms', { durationMs: call.durationMs }],
        ])}
      />
    </>
  );
}
