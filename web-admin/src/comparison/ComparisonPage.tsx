import type { Comparison } from '@fynbos/api/comparison/answers.ts';
import { Link, useParams } from 'react-router-dom';
import { DownloadButton } from '../components/ActionButton.tsx';
import { type FigureColumn, FigureTable, figure, figures } from '../components/FigureTable.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { ActorName } from '../components/PersonLink.tsx';
import { PageError, WorkProgress } from '../components/states.tsx';
import { Empty, Facts, Heading, Note } from '../components/texts.tsx';
import { grouped, instant, monthText, rand } from '../format/format.ts';
import { type Content, T } from '../i18n/T.tsx';
import { PagedResult } from '../list/PagedResult.tsx';
import { useWholeRecord } from '../past/use-record.ts';
import { type ComparedRow, type Step, type Sums, subjectOf } from './comparison.ts';

const TABS = {
  'By promotion': 'promotion',
  'By agent': 'agent',
  'By reservation': 'reservation',
  'Single entries': 'entry',
} as const;

const NETT = figure('Nett');
const OTHER_AMOUNTS: readonly FigureColumn[] = figures('Gross', 'PAYE');
const ENTRIES = figure('Entries');

const agentOf = ({ agentId, agentName, loyaltyTrackingNo }: ComparedRow): Content => (
  <Link className="text-link" key="agent" to={`/travel-agents/${agentId}?tab=Rewards`}>
    {agentName ?? <T>Erased agent</T>}
    {loyaltyTrackingNo && <> · {loyaltyTrackingNo}</>}
  </Link>
);
const reservationOf = ({ reservationNo }: ComparedRow): Content =>
  reservationNo ? (
    <Link className="text-link mono" key="reservation" to={`/rewards/${encodeURIComponent(reservationNo)}`}>
      {reservationNo}
    </Link>
  ) : null;
const entriesOf = ({ entries = 0 }: ComparedRow): Content => grouped(entries);

interface View {
  readonly columns: readonly FigureColumn[];
  cellsOf(row: ComparedRow, labelOf: (cause: string) => string): readonly Content[];
}

const VIEWS: Readonly<Record<keyof typeof TABS, View>> = {
  'By promotion': {
    columns: ['Promotion', ENTRIES],
    cellsOf: (row) => [row.promoCode ?? <T key="none">No promotion: payouts and corrections</T>, entriesOf(row)],
  },
  'By agent': {
    columns: ['Agent', ENTRIES],
    cellsOf: (row) => [agentOf(row), entriesOf(row)],
  },
  'By reservation': {
    columns: ['Reservation', 'Agent', 'Promotion', 'Month', 'Causes'],
    cellsOf: (row, labelOf) => [
      reservationOf(row),
      agentOf(row),
      row.promoCode,
      row.month && monthText(row.month),
      (row.causes ?? '').split(' ').map((cause) => (
        <T as="div" key={cause}>
          {labelOf(cause)}
        </T>
      )),
    ],
  },
  'Single entries': {
    columns: ['Recorded', 'Cause', 'Agent', 'Reservation', 'By', 'Reason'],
    cellsOf: (row, labelOf) => [
      instant(row.recordedAt),
      <T key="cause">{labelOf(row.cause ?? '')}</T>,
      agentOf(row),
      reservationOf(row),
      <ActorName actor={row.by ?? ''} key="by" />,
      row.reason,
    ],
  },
};

/** The changes by promotion, agent and reservation, and the single entries. */
function ComparisonResult({ id, bridge }: { id: string; bridge: readonly Step[] }) {
  const labelOf = (cause: string) => bridge.find((step) => step.cause === cause)?.label ?? cause;
  return (
    <PagedResult<ComparedRow, keyof typeof TABS>
      empty="No entries."
      label="Changes"
      name="comparison"
      path={`comparisons/${id}`}
      tabs={TABS}
    >
      {(rows, tab) => {
        const { columns, cellsOf } = VIEWS[tab];
        return (
          <FigureTable
            caption={tab}
            // Nett is next to the name, so that a phone shows it without scrolling.
            columns={[...columns.slice(0, 1), NETT, ...columns.slice(1), ...OTHER_AMOUNTS]}
            rows={rows.map((row) => {
              const [name, ...cells] = cellsOf(row, labelOf);
              return [row.id, name, rand(row.nettCents), ...cells, rand(row.grossCents), rand(row.payeCents)];
            })}
          />
        );
      }}
    </PagedResult>
  );
}

const CRUMBS = [{ to: '/comparisons', label: 'Compare two moments' }];
const POLL_MS = 700;

// Nett comes first, so that a phone shows it without scrolling.
const amounts = ({ grossCents, payeCents, nettCents }: Sums) => [rand(nettCents), rand(grossCents), rand(payeCents)];

/** The bridge: opening figure, a step for each cause, closing figure. */
function Bridge({ opening, closing, bridge }: Comparison) {
  if (!opening || !closing) return null;
  return (
    <FigureTable
      caption="From the first moment to the second"
      columns={['Cause', ...figures('Nett', 'Gross', 'PAYE', 'Entries', 'Agents')]}
      rows={[
        ['opening', <T key="opening">At the first moment</T>, ...amounts(opening), '', ''],
        ...bridge.map(
          (step) =>
            [
              step.cause,
              <T key="cause">{step.label}</T>,
              ...amounts(step),
              grouped(step.entries),
              grouped(step.agents),
            ] as const,
        ),
      ]}
      totals={[['At the second moment'], ...amounts(closing), '', '']}
    />
  );
}

/** One comparison: its progress, the bridge by cause, and the changes in detail. */
export default function ComparisonPage() {
  const { id = '' } = useParams();
  const { data, error, notice } = useWholeRecord('comparisons', id, (latest) =>
    latest?.status === 'running' ? POLL_MS : null,
  );
  if (!data) return error ? <PageError crumbs={CRUMBS} error={error} title="Comparison" /> : notice;
  const { status, from, to, reason, requestedByName, requestedAt, failure, entries, hasEntries } = data;
  return (
    <>
      <PageHead
        actions={
          status !== 'running' &&
          hasEntries && (
            <DownloadButton label="Download as PDF" name="comparison.pdf" path={`comparisons/${id}/result.pdf`} />
          )
        }
        crumbs={CRUMBS}
        title={subjectOf(data)}
      />
      {notice}
      <Facts
        facts={[
          ['First moment', instant(from)],
          ['Second moment', instant(to)],
          ['Reason', reason],
          ['Requested by', `${requestedByName}, ${instant(requestedAt)}`],
        ]}
      />
      {status === 'running' && <WorkProgress label="Comparing the two moments" unit="entries" work={data} />}
      {status === 'failed' && <Note severity="error">{failure}</Note>}
      {status !== 'running' && entries === 0 && <Empty>Nothing changed between the two moments.</Empty>}
      <Bridge {...data} />
      {status !== 'running' && entries > 0 && (
        <>
          <Heading>What changed</Heading>
          {hasEntries ? (
            <ComparisonResult bridge={data.bridge} id={id} />
          ) : (
            <Empty>
              Single entries are stored for 90 days. Run the comparison again to see them; the result is the same.
            </Empty>
          )}
        </>
      )}
    </>
  );
}
