import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { download } from '../api/download.ts';
import { json } from '../api/http.ts';
import { grouped, rand, words } from '../format/format.ts';
import { monthName } from '../list/months.ts';
import { ActionButton, useAction } from '../record/ActionButton.tsx';
import { FigureTable, figures } from '../record/FigureTable.tsx';
import { AgentLink } from '../record/PersonLink.tsx';
import { RecordTabs } from '../record/RecordTabs.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Empty, TextLink } from '../record/texts.tsx';
import { useTab } from '../record/use-tab.ts';
import '../list/list.css';
import { T, useSay } from '../i18n/T.tsx';
import type { ResultRow } from './what-if.ts';

const PAGE = 25;
const TABS = ['By month', 'By promotion', 'By agent', 'Reservations'] as const;
type Tab = (typeof TABS)[number];
const BY: Readonly<Record<Tab, string>> = {
  'By month': 'month',
  'By promotion': 'promotion',
  'By agent': 'agent',
  Reservations: 'reservation',
};

/** Fetches a page of a result. */
export async function resultPage(
  id: string,
  by: string,
  page: number,
  size: number,
  signal?: AbortSignal,
): Promise<{ rows: ResultRow[]; total: number }> {
  const range = encodeURIComponent(JSON.stringify([page * size, (page + 1) * size - 1]));
  const { json: rows, headers } = await json(`/api/admin/what-ifs/${id}/results?by=${by}&range=${range}`, { signal });
  return { rows, total: Number(headers.get('Content-Range')?.split('/')[1] ?? 0) };
}

/** Name of a result row, linked to its record. */
function Name({ row, tab }: { row: ResultRow; tab: Tab }) {
  if (tab === 'By agent')
    return (
      <>
        <AgentLink id={Number(row.agentId)} tab="Rewards" />
        {row.loyaltyTrackingNo && <span className="under mono">{row.loyaltyTrackingNo}</span>}
      </>
    );
  if (tab === 'By promotion')
    return row.promotionId ? (
      <TextLink to={`/promotions/${row.promotionId}`} text={row.promoCode} />
    ) : (
      <T>No promotion</T>
    );
  if (tab === 'By month') return <>{row.month && monthName(row.month)}</>;
  return (
    <>
      <Link className="text-link mono" to={`/rewards/${encodeURIComponent(row.reservationNo ?? '')}`}>
        {row.reservationNo}
      </Link>{' '}
      <span className="quiet">
        {row.status === row.assumedStatus ? (
          <T>{row.status ?? ''}</T>
        ) : (
          <T values={{ status: [row.status ?? ''], assumed: [row.assumedStatus ?? ''] }}>
            {'%{status}, would be %{assumed}'}
          </T>
        )}
      </span>
    </>
  );
}

function Rows({ rows, tab }: { rows: readonly ResultRow[]; tab: Tab }) {
  const isSum = tab !== 'Reservations';
  return (
    <FigureTable
      caption={['%{tab}: as it happened, under the assumed terms, and the difference', { tab: [tab] }]}
      columns={[
        words(tab.replace('By ', '')),
        ...figures(
          ...(isSum ? ['Reservations that differ'] : []),
          'Nett as it happened',
          'Nett as assumed',
          'Gross to book',
          'PAYE to book',
          'Nett to book',
        ),
      ]}
      rows={rows.map((row) => [
        row.id,
        <Name key="name" row={row} tab={tab} />,
        ...(isSum
          ? [
              [
                '%{corrected} of %{reservations}',
                { corrected: grouped(row.corrected ?? 0), reservations: grouped(row.reservations ?? 0) },
              ] as const,
            ]
          : []),
        rand(row.nettCents),
        rand(row.assumedNettCents),
        rand(row.correctionGrossCents),
        rand(row.correctionPayeCents),
        rand(row.correctionNettCents),
      ])}
    />
  );
}

/** The result by month, promotion, agent and reservation, page by page, with a CSV export each. */
export function WhatIfResult({ id }: { id: string }) {
  const say = useSay();
  const { act } = useAction();
  const [tab, choose] = useTab(TABS);
  const [page, setPage] = useState(0);
  const by = BY[tab];
  const { data, error, refetch } = useQuery({
    queryKey: ['what-ifs', id, by, page],
    queryFn: ({ signal }) => resultPage(id, by, page, PAGE, signal),
  });
  const fetchCsv = () => act(() => download(`/api/admin/what-ifs/${id}/result.csv?by=${by}`, `what-if-by-${by}.csv`));
  return (
    <RecordTabs
      label="Result"
      names={TABS}
      onChoose={(name) => {
        setPage(0);
        choose(name);
      }}
      tab={tab}
    >
      <ActionButton label="Download as CSV" className="what-if-csv" onClick={fetchCsv} variant="outlined" />
      {error && <ErrorNote error={error} onRetry={refetch} />}
      {!error && !data && <Waiting rows={8} />}
      {data?.total === 0 && <Empty>No reservation of this period was decided.</Empty>}
      {data && data.total > 0 && <Rows rows={data.rows} tab={tab} />}
      {data && data.total > PAGE && (
        <nav aria-label={say('Pages')} className="pager">
          <ActionButton label="Previous" disabled={page === 0} onClick={() => setPage(page - 1)} variant="outlined" />
          <span aria-live="polite" className="pager-place">
            <T values={{ page: grouped(page + 1), total: grouped(Math.ceil(data.total / PAGE)) }}>
              {'Page %{page} of %{total}'}
            </T>
          </span>
          <ActionButton
            label="Next"
            disabled={(page + 1) * PAGE >= data.total}
            onClick={() => setPage(page + 1)}
            variant="outlined"
          />
        </nav>
      )}
    </RecordTabs>
  );
}
