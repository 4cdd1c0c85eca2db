import type { Comparison } from '@fynbos/api/comparison/answers.ts';
import { addDays } from '@fynbos/domain/calendar.ts';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { useCommand } from '../api/use-command.ts';
import { useMay } from '../api/use-may.ts';
import { FigureTable, figure } from '../components/FigureTable.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { Panel } from '../components/Panel.tsx';
import { Heading, StatusTag, TextLink } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { Field } from '../form/inputs.tsx';
import { PageForm } from '../form/PageForm.tsx';
import { instant, rand, today } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { type Chosen, definitionOf, subjectOf } from './comparison.ts';

/** The last day of the month before a day. */
const endOfLastMonth = (day: string): string => addDays(`${day.slice(0, 7)}-01`, -1);

const begin = (): Chosen => {
  const from = endOfLastMonth(today());
  return { basis: 'balances', monthFrom: from.slice(0, 7), monthTo: from.slice(0, 7), from, to: today(), reason: '' };
};

/** Months, which only a comparison of rewards has. */
function MonthInputs() {
  if (useWatch({ name: 'basis' }) !== 'rewards') return null;
  return (
    <>
      <Field hint="By invoice date." isOptional label="First month" source="monthFrom" type="month" />
      <Field hint="By invoice date, inclusive." isOptional label="Last month" source="monthTo" type="month" />
    </>
  );
}

/** Requests a comparison of two moments with a reason, and opens it. */
function ComparisonForm() {
  const { command } = useCommand();
  const navigate = useNavigate();
  const send = async (chosen: Chosen) => {
    const { id } = await command('POST', 'comparisons', definitionOf(chosen, today()));
    navigate(`/comparisons/${id}`);
  };
  return (
    <PageForm<Chosen>
      action="Compare"
      fieldOf={{ 'months.from': 'monthFrom', 'months.to': 'monthTo', months: 'monthTo' }}
      send={send}
      values={begin()}
    >
      <Field
        choices={[
          ['balances', 'Balances owed to agents'],
          ['rewards', 'Rewards of certain months, as known at two moments'],
        ]}
        label="Compare"
        source="basis"
      />
      <MonthInputs />
      <Field hint="The end of this day." isOptional label="First moment" source="from" type="date" />
      <Field hint="The end of this day. Today means now." isOptional label="Second moment" source="to" type="date" />
      <Field hint="Shown with the comparison." isOptional label="Reason" minRows={2} multiline source="reason" />
    </PageForm>
  );
}

const SHOWN = 100;
const POLL_MS = 1000;

const COLUMNS = ['Comparison', 'First moment', 'Second moment', figure('Change, nett'), 'Reason', 'Requested'];

const rowOf = (each: Comparison) =>
  [
    each.id,
    <TextLink key="name" to={`/comparisons/${each.id}`} label={subjectOf(each)} />,
    instant(each.from),
    instant(each.to),
    each.opening && each.closing ? (
      rand(each.closing.nettCents - each.opening.nettCents)
    ) : (
      <StatusTag key="state" status={each.status} />
    ),
    each.reason,
    `${each.requestedByName}, ${instant(each.requestedAt)}`,
  ] as const;

/** Compares the books of two moments, and lists every earlier comparison with its requester and reason. */
export default function ComparisonsPage() {
  const may = useMay();
  const { data, notice } = useRead('comparisons', {
    query: { range: JSON.stringify([0, SHOWN - 1]) },
    pollMs: (latest) => (latest?.some(({ status }) => status === 'running') ? POLL_MS : null),
    rows: 4,
  });
  return (
    <>
      <PageHead title="Compare two moments" />
      <T as="p">
        Shows what changed in the books between two moments, and why: by cause, promotion, agent and reservation, to the
        cent. Nothing is changed.
      </T>
      {may('reconciliation:run') && (
        <Panel title="New comparison">
          <ComparisonForm />
        </Panel>
      )}
      <Heading>Earlier comparisons</Heading>
      {notice}
      {data && (
        <FigureTable
          caption="Earlier comparisons"
          columns={COLUMNS}
          empty="No comparisons yet."
          rows={data.map(rowOf)}
        />
      )}
    </>
  );
}
