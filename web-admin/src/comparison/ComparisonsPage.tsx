import type { Comparison } from '@fynbos/api/comparison/answers.ts';
import { addDays } from '@fynbos/domain/calendar.ts';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { useCommand } from '../api/use-command.ts';
import { useMay } from '../api/use-may.ts';
import { PageHead } from '../components/PageHead.tsx';
import { Panel } from '../components/Panel.tsx';
import { Heading, StatusTag, TextLink } from '../components/texts.tsx';
import { Field } from '../form/inputs.tsx';
import { PageForm } from '../form/PageForm.tsx';
import { instant, rand, today } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { type ComparisonFormValues, definitionOf, subjectOf } from './comparison.ts';

/** The last day of the month before a day. */
const endOfLastMonth = (day: string): string => addDays(`${day.slice(0, 7)}-01`, -1);

const begin = (): ComparisonFormValues => {
  const from = endOfLastMonth(today());
  return { basis: 'balances', monthFrom: from.slice(0, 7), monthTo: from.slice(0, 7), from, to: today(), reason: '' };
};

/** Months, which only a comparison of rewards has. */
function MonthInputs() {
  if (useWatch({ name: 'basis' }) !== 'rewards') return null;
  return (
    <>
      <Field hint="By invoice date." label="First month" source="monthFrom" type="month" />
      <Field hint="By invoice date, inclusive." label="Last month" source="monthTo" type="month" />
    </>
  );
}

/** Requests a comparison of two moments with a reason, and opens it. */
function ComparisonForm() {
  const { command } = useCommand();
  const navigate = useNavigate();
  const send = async (chosen: ComparisonFormValues) => {
    const { id } = await command('POST', 'comparisons', definitionOf(chosen, today()));
    navigate(`/comparisons/${id}`);
  };
  return (
    <PageForm<ComparisonFormValues>
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
      <Field hint="The end of this day." label="First date" source="from" type="date" />
      <Field hint="The end of this day. Today means now." isOptional label="Second date" source="to" type="date" />
      <Field hint="Shown with the comparison." label="Reason" minRows={2} multiline source="reason" />
    </PageForm>
  );
}

const POLL_MS = 1000;

const COLUMNS: readonly Column<Comparison>[] = [
  {
    source: 'basis',
    label: 'Comparison',
    render: (each) => <TextLink to={`/comparisons/${each.id}`} label={subjectOf(each)} />,
  },
  { source: 'from', label: 'First date', render: ({ from }) => instant(from) },
  { source: 'to', label: 'Second date', render: ({ to }) => instant(to) },
  {
    source: 'nettCents',
    label: 'Change, nett',
    number: true,
    render: ({ opening, closing, status }) =>
      opening && closing ? rand(closing.nettCents - opening.nettCents) : <StatusTag status={status} />,
  },
  { source: 'reason', label: 'Reason' },
  {
    source: 'requestedAt',
    label: 'Requested',
    render: ({ requestedByName, requestedAt }) => `${requestedByName}, ${instant(requestedAt)}`,
  },
];

/** Compares the books of two moments, and lists every earlier comparison with its requester and reason. */
export default function ComparisonsPage() {
  const may = useMay();
  return (
    <>
      <PageHead title="Compare balances and rewards" />
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
      <ListPage
        columns={COLUMNS}
        embedded
        empty="No comparisons yet."
        perPage={50}
        pollMs={(rows) => (rows.some(({ status }) => status === 'running') ? POLL_MS : null)}
        resource="comparisons"
        sort={{ field: 'requestedAt', order: 'DESC' }}
        title="Earlier comparisons"
      />
    </>
  );
}
