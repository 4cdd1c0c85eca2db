import { Link } from 'react-router-dom';
import { FigureTable, figures } from '../components/FigureTable.tsx';
import { AgentLink } from '../components/PersonLink.tsx';
import { TextLink } from '../components/texts.tsx';
import { grouped, rand, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { monthName } from '../list/months.ts';
import { PagedResult } from '../list/PagedResult.tsx';
import type { ResultRow } from './what-if.ts';

const TABS = {
  'By month': 'month',
  'By promotion': 'promotion',
  'By agent': 'agent',
  Reservations: 'reservation',
} as const;
type Tab = keyof typeof TABS;

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

/** The result by month, promotion, agent and reservation. */
export const WhatIfResult = ({ id }: { id: string }) => (
  <PagedResult<ResultRow, Tab>
    empty="No reservation of this period was decided."
    label="Result"
    name="what-if"
    path={`what-ifs/${id}`}
    tabs={TABS}
  >
    {(rows, tab) => <Rows rows={rows} tab={tab} />}
  </PagedResult>
);
