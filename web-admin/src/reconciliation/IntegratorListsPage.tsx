import type { IntegratorNames, IntegratorLists as Lists } from '@fynbos/api/reconciliation/answers.ts';
import { Alert } from '@mui/material';
import { useMay } from '../api/use-may.ts';
import { DownloadButton } from '../components/ActionButton.tsx';
import { FigureTable, figure } from '../components/FigureTable.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { WorkProgress } from '../components/states.tsx';
import { Empty, HelpText, Note } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { FileField } from '../form/FileButton.tsx';
import { Field } from '../form/inputs.tsx';
import { PageForm } from '../form/PageForm.tsx';
import { date, grouped, instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

type List = Lists['lists'][number];

const POLL_MS = 1000;
const FINISHED_STATES: ReadonlySet<string> = new Set(['done', 'failed']);

function Upload({ integrators }: { integrators: IntegratorNames }) {
  return (
    <PageForm<{ integratorId: string; from: string; to: string; file: File | '' }>
      action="Compare"
      busyLabel="Uploading..."
      send={({ file, integratorId, from, to }, { upload }) =>
        upload('integrator-lists', file, { query: { integratorId, from: from || undefined, to: to || undefined } })
      }
      values={{ integratorId: '', from: '', to: '', file: '' }}
    >
      <Field
        choices={integrators.map(({ id, name }) => [id, name] as const)}
        label="Integrator"
        missing="Choose the integrator."
        source="integratorId"
      />
      <HelpText>
        CSV with a column eventId and any other columns, named like the fields of the API (reservationNo, tkRevenue,
        reservation.promoCode …). The dates limit which of our records must be in the list. Leave blank for all.
      </HelpText>
      <Field isOptional label="Our records from" source="from" type="date" />
      <Field isOptional label="Our records to" source="to" type="date" />
      <FileField label="Choose the list" missing="Choose the list." source="file" />
    </PageForm>
  );
}

function Result({ list, kinds, name }: { list: List; kinds: Lists['kinds']; name: string }) {
  const { id, state, lines, compared, ours, counts, createdAt, from, to } = list;
  const differences = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <section>
      <h2 className="section">
        {name}, {instant(createdAt)}
      </h2>
      <p>
        {grouped(lines)} <T>{lines === 1 ? 'line' : 'lines'}</T>
        {(from || to) && (
          <T values={{ from: date(from), to: date(to) }}>{', compared with records from %{from} to %{to}'}</T>
        )}
        {state === 'done' && (
          <T values={{ ours: grouped(ours) }}>{'; %{ours} of our records were searched for in the list'}</T>
        )}
        .
      </p>
      {state === 'failed' && <Note severity="error">The list was not compared. Upload it again.</Note>}
      {state === 'done' && (
        <Alert severity={differences === 0 ? 'success' : 'warning'} variant="outlined">
          {differences === 0 ? (
            <T>Both sides agree.</T>
          ) : (
            <T values={{ count: differences }}>{'%{count} difference. |||| %{count} differences.'}</T>
          )}
        </Alert>
      )}
      {!FINISHED_STATES.has(state) && (
        <WorkProgress
          label="Comparison"
          unit="lines"
          work={{ done: compared, total: state === 'comparing' ? lines : null, remainingMs: null }}
        />
      )}
      {differences > 0 && (
        <>
          <FigureTable
            caption="Differences by kind"
            columns={['Difference', figure('Number')]}
            rows={Object.entries(counts).map(([kind, count]) => [
              kind,
              kinds[kind as keyof typeof kinds] ?? kind,
              grouped(count),
            ])}
          />
          {state === 'done' && (
            <p>
              <DownloadButton label="All differences as CSV" path={`integrator-lists/${id}/findings.csv`} />
            </p>
          )}
        </>
      )}
    </section>
  );
}

export default function IntegratorListsPage() {
  const may = useMay();
  const names = useRead('integrator-names');
  const { data, notice } = useRead('integrator-lists', {
    pollMs: (latest) => (latest?.lists.some((list) => !FINISHED_STATES.has(list.state)) ? POLL_MS : null),
  });
  const nameOf = (id: string): string => names.data?.find((each) => each.id === id)?.name ?? id;
  return (
    <>
      <PageHead parent={{ to: '/reconciliations', label: 'Reconciliation' }} title="Integrators’ lists" />
      <T as="p">Compares an integrator’s list of sent events with the events recorded here.</T>
      {may('reconciliation:run') && names.data && <Upload integrators={names.data} />}
      {names.error && names.notice}
      {notice}
      {data?.lists.length === 0 && <Empty>No list has been compared yet. Results are stored for 90 days.</Empty>}
      {data?.lists.map((list) => (
        <Result key={list.id} kinds={data.kinds} list={list} name={nameOf(list.integratorId)} />
      ))}
    </>
  );
}
