import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { json } from '../api/http.ts';
import { grouped, instant, monthText, rand } from '../format/format.ts';
import { type Content, T, useSay } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { DownloadButton } from '../record/DownloadButton.tsx';
import { type FigureColumn, FigureTable, figure, figures } from '../record/FigureTable.tsx';
import { ActorName } from '../record/PersonLink.tsx';
import { RecordTabs } from '../record/RecordTabs.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Empty } from '../record/texts.tsx';
import { useTab } from '../record/use-tab.ts';
import '../list/list.css';
import type { ComparedRow, Step } from './comparison.ts';

const PAGE = 25;
const TABS = ['By promotion', 'By agent', 'By reservation', 'Single entries'] as const;
type Tab = (typeof TABS)[number];
type Grouping = 'promotion' | 'agent' | 'reservation' | 'entry';

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
  readonly by: Grouping;
  readonly columns: readonly FigureColumn[];
  cellsOf(row: ComparedRow, labelOf: (cause: string) => string): readonly Content[];
}

const VIEWS: Readonly<Record<Tab, View>> = {
  'By promotion': {
    by: 'promotion',
    columns: ['Promotion', ENTRIES],
    cellsOf: (row) => [row.promoCode ?? <T key="none">No promotion: payouts and corrections</T>, entriesOf(row)],
  },
  'By agent': {
    by: 'agent',
    columns: ['Agent', ENTRIES],
    cellsOf: (row) => [agentOf(row), entriesOf(row)],
  },
  'By reservation': {
    by: 'reservation',
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
    by: 'entry',
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

/** Fetches a page of a result. */
async function fetchPage(id: string, by: Grouping, page: number, signal: AbortSignal) {
  const range = encodeURIComponent(JSON.stringify([page * PAGE, (page + 1) * PAGE - 1]));
  const { json: rows, headers } = await json(`/api/admin/comparisons/${id}/results?by=${by}&range=${range}`, {
    signal,
  });
  return { rows: rows as ComparedRow[], total: Number(headers.get('Content-Range')?.split('/')[1] ?? 0) };
}

function Pages({ page, total, onChoose }: { page: number; total: number; onChoose: (page: number) => void }) {
  const say = useSay();
  return (
    <nav aria-label={say('Pages')} className="pager">
      <ActionButton label="Previous" disabled={page === 0} onClick={() => onChoose(page - 1)} variant="outlined" />
      <span aria-live="polite" className="pager-place">
        <T values={{ page: grouped(page + 1), total: grouped(Math.ceil(total / PAGE)) }}>
          {'Page %{page} of %{total}'}
        </T>
      </span>
      <ActionButton
        label="Next"
        disabled={(page + 1) * PAGE >= total}
        onClick={() => onChoose(page + 1)}
        variant="outlined"
      />
    </nav>
  );
}

/** The changes by promotion, agent and reservation, and the single entries; page by page, each with its CSV file. */
export function ComparisonResult({ id, bridge }: { id: string; bridge: readonly Step[] }) {
  const [tab, choose] = useTab(TABS);
  const [page, setPage] = useState(0);
  const { by, columns, cellsOf } = VIEWS[tab];
  const [first, ...others] = columns;
  const { data, error, refetch } = useQuery({
    queryKey: ['comparisons', id, by, page],
    queryFn: ({ signal }) => fetchPage(id, by, page, signal),
  });
  const labelOf = (cause: string) => bridge.find((step) => step.cause === cause)?.label ?? cause;
  return (
    <RecordTabs
      label="Changes"
      names={TABS}
      onChoose={(name) => {
        setPage(0);
        choose(name);
      }}
      tab={tab}
    >
      <DownloadButton
        label="Download as CSV"
        name={`comparison-by-${by}.csv`}
        path={`comparisons/${id}/result.csv?by=${by}`}
      />
      {error && <ErrorNote error={error} onRetry={refetch} />}
      {!error && !data && <Waiting rows={8} />}
      {data?.total === 0 && <Empty>No entries.</Empty>}
      {data && data.total > 0 && (
        <FigureTable
          caption={tab}
          // Nett is next to the name, so that a phone shows it without scrolling.
          columns={[...(first ? [first] : []), NETT, ...others, ...OTHER_AMOUNTS]}
          rows={data.rows.map((row) => {
            const [name, ...cells] = cellsOf(row, labelOf);
            return [row.id, name, rand(row.nettCents), ...cells, rand(row.grossCents), rand(row.payeCents)];
          })}
        />
      )}
      {data && data.total > PAGE && <Pages onChoose={setPage} page={page} total={data.total} />}
    </RecordTabs>
  );
}
