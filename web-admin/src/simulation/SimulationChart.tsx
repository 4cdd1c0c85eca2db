import { figures } from '../components/FigureTable.tsx';
import BarSeries from '../dashboard/BarSeries.tsx';
import { Chart } from '../dashboard/Chart.tsx';
import { monthText, rand } from '../format/format.ts';
import type { Wording } from '../i18n/T.tsx';
import { monthName } from '../list/months.ts';
import type { ResultRow } from './simulation.ts';

const SERIES = [
  ['nettCents', 'As it happened', 'var(--brand)'],
  ['assumedNettCents', 'Under the assumed terms', 'var(--sun)'],
] as const;

/** Headline of the chart: the month with the largest difference. */
function finding(rows: readonly ResultRow[]): Wording {
  const most = rows.reduce<ResultRow | undefined>(
    (best, row) => (Math.abs(row.correctionNettCents) > Math.abs(best?.correctionNettCents ?? 0) ? row : best),
    undefined,
  );
  if (!most) return 'No month differs';
  return [
    most.correctionNettCents < 0 ? '%{month} differs most: %{amount} less' : '%{month} differs most: %{amount} more',
    { month: monthName(most.month ?? most.id), amount: rand(Math.abs(most.correctionNettCents)) },
  ];
}

export default function SimulationChart({ rows }: { rows: readonly ResultRow[] }) {
  return (
    <Chart
      columns={['Month', ...figures('As it happened', 'Under the assumed terms', 'Correction')]}
      rows={rows.map(({ id, nettCents, assumedNettCents, correctionNettCents }) => [
        monthText(id),
        rand(nettCents),
        rand(assumedNettCents),
        rand(correctionNettCents),
      ])}
      title={finding(rows)}
    >
      <BarSeries
        format={rand}
        rows={rows.map(({ id, nettCents, assumedNettCents }) => ({
          label: monthText(id),
          nettCents,
          assumedNettCents,
        }))}
        series={SERIES}
      />
    </Chart>
  );
}
