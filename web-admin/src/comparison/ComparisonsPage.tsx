import type { Comparison } from '@fynbos/api/comparison/answers.ts';
import { addDays } from '@fynbos/domain/calendar.ts';
import { useNavigate } from 'react-router-dom';
import { call } from '../api/http.ts';
import { FinanceForm, useTyped } from '../form/FinanceForm.tsx';
import { InputField } from '../form/InputField.tsx';
import { instant, rand, today } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { useAction } from '../record/ActionButton.tsx';
import { FigureTable, figure } from '../record/FigureTable.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { Panel } from '../record/Panel.tsx';
import { Empty, Heading, StatusTag, TextLink } from '../record/texts.tsx';
import { useMay } from '../record/use-may.ts';
import { useRead } from '../record/use-read.tsx';
import { type Chosen, definitionOf, subjectOf } from './comparison.ts';

/** The last day of the month before a day. */
const endOfLastMonth = (day: string): string => addDays(`${day.slice(0, 7)}-01`, -1);

const begin = (): Chosen => {
  const from = endOfLastMonth(today());
  return { basis: 'balances', monthFrom: from.slice(0, 7), monthTo: from.slice(0, 7), from, to: today(), reason: '' };
};

/** Requests a comparison of two moments with a reason, and opens it. */
function ComparisonForm() {
  const navigate = useNavigate();
  const { act, busy, fields } = useAction();
  const { typed, of } = useTyped(begin, fields, {
    monthFrom: 'months.from',
    monthTo: fields.months ? 'months' : 'months.to',
  });
  const submit = () =>
    act(async () => {
      const { id } = await call<{ id: string }>('POST', 'comparisons', definitionOf(typed, today()));
      navigate(`/comparisons/${id}`);
    });
  return (
    <FinanceForm action="Compare" busy={busy} onSubmit={submit}>
      <InputField
        {...of('basis')}
        choices={[
          ['balances', 'Balances owed to agents'],
          ['rewards', 'Rewards of certain months, as known at two moments'],
        ]}
        label="Compare"
      />
      {typed.basis === 'rewards' && (
        <>
          <InputField {...of('monthFrom')} hint="By invoice date." label="First month" type="month" />
          <InputField {...of('monthTo')} hint="By invoice date, inclusive." label="Last month" type="month" />
        </>
      )}
      <InputField {...of('from')} hint="The end of this day." label="First moment" type="date" />
      <InputField {...of('to')} hint="The end of this day. Today means now." label="Second moment" type="date" />
      <InputField {...of('reason')} hint="Shown with the comparison." label="Reason" minRows={2} multiline />
    </FinanceForm>
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
  const range = encodeURIComponent(JSON.stringify([0, SHOWN - 1]));
  const { data, notice } = useRead<Comparison[]>(`comparisons?range=${range}`, {
    pollMs: POLL_MS,
    pollWhile: (answer) => answer.some(({ status }) => status === 'running'),
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
      {data?.length === 0 && <Empty>No comparisons yet.</Empty>}
      {data && data.length > 0 && (
        <FigureTable caption="Earlier comparisons" columns={COLUMNS} rows={data.map(rowOf)} />
      )}
    </>
  );
}
