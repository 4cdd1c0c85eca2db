import { usePermissions } from 'react-admin';
import { instant, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { FigureTable, figure } from '../record/FigureTable.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { Panel } from '../record/Panel.tsx';
import { StatusTag } from '../record/StatusTag.tsx';
import { TextLink } from '../record/TextLink.tsx';
import { Empty, Heading } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import { ComparisonForm } from './ComparisonForm.tsx';
import { type Comparison, subjectOf } from './comparison.ts';

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
  const { permissions } = usePermissions<Record<string, string>>();
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
      {permissions?.['reconciliation:run'] && (
        <Panel title="New comparison">
          <ComparisonForm />
        </Panel>
      )}
      <Heading>Earlier comparisons</Heading>
      {notice}
      {data?.length === 0 && <Empty>No comparisons yet. Compare, for example, the end of last month with today.</Empty>}
      {data && data.length > 0 && (
        <FigureTable caption="Earlier comparisons" columns={COLUMNS} rows={data.map(rowOf)} />
      )}
    </>
  );
}
