import { Link } from 'react-router-dom';
import { FigureTable, figures } from '../components/FigureTable.tsx';
import { AgentLink } from '../components/person-links.tsx';
import { TextLink } from '../components/texts.tsx';
import { grouped, rand, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { monthName } from '../list/months.ts';
import { PagedResult } from '../list/PagedResult.tsx';
import type { ResultRow } from './simulation.ts';

const GROUPINGS = ['month', 'promotion', 'agent', 'reservation'] as const;
type Grouping = (typeof GROUPINGS)[number];

function Name({ row, by }: { row: ResultRow; by: Grouping }) {
  if (by === 'agent')
    return (
      <>
        <AgentLink id={Number(row.agentId)} tab="rewards" />
        {row.loyaltyTrackingNo && <span className="under mono">{row.loyaltyTrackingNo}</span>}
      </>
    );
  if (by === 'promotion')
    return row.promotionId ? (
      <TextLink to={`/promotions/${row.promotionId}`} text={row.promoCode} />
    ) : (
      <T>No promotion</T>
    );
  if (by === 'month') return <>{row.month && monthName(row.month)}</>;
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

function Rows({ rows, by }: { rows: readonly ResultRow[]; by: Grouping }) {
  const isSum = by !== 'reservation';
  return (
    <FigureTable
      caption={['By %{grouping}: as it happened, under the assumed terms, and the difference', { grouping: [by] }]}
      columns={[
        words(by),
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
        <Name key="name" row={row} by={by} />,
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

export const SimulationResult = ({ id }: { id: string }) => (
  <PagedResult<ResultRow, Grouping>
    empty="No reservation of this period was decided."
    groupings={GROUPINGS}
    label="Result"
    path={`what-ifs/${id}`}
  >
    {(rows, by) => <Rows by={by} rows={rows} />}
  </PagedResult>
);
