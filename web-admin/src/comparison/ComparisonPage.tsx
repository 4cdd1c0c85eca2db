import type { Comparison } from '@fynbos/api/comparison/answers.ts';
import { Link, useParams } from 'react-router-dom';
import { useRecord } from '../as-of/use-record.ts';
import { DownloadButton } from '../components/ActionButton.tsx';
import { type FigureColumn, FigureTable, figure, figures } from '../components/FigureTable.tsx';
import { ActorName } from '../components/person-links.tsx';
import { RecordPage } from '../components/RecordPage.tsx';
import { WorkProgress } from '../components/states.tsx';
import { Empty, Facts, Heading, Note } from '../components/texts.tsx';
import { grouped, instant, monthText, rand } from '../format/format.ts';
import { type Content, T } from '../i18n/T.tsx';
import { PagedResult } from '../list/PagedResult.tsx';
import { type ComparedRow, type Step, type Sums, subjectOf } from './comparison.ts';

const GROUPINGS = ['promotion', 'agent', 'reservation', 'entry'] as const;
type Grouping = (typeof GROUPINGS)[number];

const NETT = figure('Nett');
const OTHER_AMOUNTS: readonly FigureColumn[] = figures('Gross', 'PAYE');
const ENTRIES = figure('Entries');

const agentOf = ({ agentId, agentName, loyaltyTrackingNo }: ComparedRow): Content => (
  <Link className="text-link" key="agent" to={`/travel-agents/${agentId}?tab=rewards`}>
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

const VIEWS: Readonly<Record<Grouping, View>> = {
  promotion: {
    columns: ['Promotion', ENTRIES],
    cellsOf: (row) => [row.promoCode ?? <T key="none">No promotion: payouts and corrections</T>, entriesOf(row)],
  },
  agent: {
    columns: ['Agent', ENTRIES],
    cellsOf: (row) => [agentOf(row), entriesOf(row)],
  },
  reservation: {
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
  entry: {
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
    <PagedResult<ComparedRow, Grouping>
      empty="No entries."
      groupings={GROUPINGS}
      label="Changes"
      path={`comparisons/${id}`}
    >
      {(rows, by) => {
        const { columns, cellsOf } = VIEWS[by];
        return (
          <FigureTable
            caption={['By %{grouping}', { grouping: [by] }]}
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

const POLL_MS = 700;

// Nett comes first, so that a phone shows it without scrolling.
const amounts = ({ grossCents, payeCents, nettCents }: Sums) => [rand(nettCents), rand(grossCents), rand(payeCents)];

/** The bridge: opening figure, a step for each cause, closing figure. */
function Bridge({ opening, closing, bridge }: Comparison) {
  if (!opening || !closing) return null;
  return (
    <FigureTable
      caption="From the first date to the second"
      columns={['Cause', ...figures('Nett', 'Gross', 'PAYE', 'Entries', 'Agents')]}
      rows={[
        ['opening', <T key="opening">At the first date</T>, ...amounts(opening), '', ''],
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
      totals={[['At the second date'], ...amounts(closing), '', '']}
    />
  );
}

export default function ComparisonPage() {
  const { id = '' } = useParams();
  const read = useRecord('comparisons', id, (latest) => (latest?.status === 'running' ? POLL_MS : null));
  return (
    <RecordPage
      head={(comparison) => ({
        actions: comparison.status !== 'running' && comparison.hasEntries && (
          <DownloadButton label="Download as PDF" path={`comparisons/${id}/result.pdf`} />
        ),
        title: subjectOf(comparison),
      })}
      kind="Comparison"
      parent={{ to: '/comparisons', label: 'Compare balances and rewards' }}
      read={read}
    >
      {(comparison) => <Compared comparison={comparison} />}
    </RecordPage>
  );
}

function Compared({ comparison }: { comparison: Comparison }) {
  const { id, status, from, to, reason, requestedByName, requestedAt, failure, entries, hasEntries, bridge } =
    comparison;
  return (
    <>
      <Facts
        facts={[
          ['First date', instant(from)],
          ['Second date', instant(to)],
          ['Reason', reason],
          ['Requested by', `${requestedByName}, ${instant(requestedAt)}`],
        ]}
      />
      {status === 'running' && <WorkProgress label="Comparing the two dates" unit="entries" work={comparison} />}
      {status === 'failed' && <Note severity="error">{failure}</Note>}
      {status !== 'running' && entries === 0 && <Empty>Nothing changed between the two dates.</Empty>}
      <Bridge {...comparison} />
      {status !== 'running' && entries > 0 && (
        <>
          <Heading>What changed</Heading>
          {hasEntries ? (
            <ComparisonResult bridge={bridge} id={id} />
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
