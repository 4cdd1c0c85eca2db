import { Bar, BarChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { Chart } from '../dashboard/Chart.tsx';
import { grouped, monthText, rand } from '../format/format.ts';
import { T, type Wording } from '../i18n/T.tsx';
import { monthName } from '../list/months.ts';
import { figures } from '../record/FigureTable.tsx';
import '../dashboard/home.css';
import type { ResultRow } from './what-if.ts';

const TEXT = { fill: 'var(--quiet)', fontSize: 12 };
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

/** Nett by invoice month, actual and under the assumed terms, with the same figures as a table. */
export default function WhatIfChart({ rows }: { rows: readonly ResultRow[] }) {
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
      <div className="legend">
        {SERIES.map(([key, label, colour]) => (
          <span key={key}>
            <i style={{ background: colour }} /> <T>{label}</T>
          </span>
        ))}
      </div>
      <ResponsiveContainer height={212}>
        <BarChart accessibilityLayer={false} data={rows as ResultRow[]} margin={{ left: 8, right: 8 }}>
          <XAxis
            axisLine={{ stroke: 'var(--line)' }}
            dataKey="id"
            tick={TEXT}
            tickFormatter={monthText}
            tickLine={false}
          />
          <YAxis
            axisLine={false}
            domain={[0, 'auto']}
            tick={TEXT}
            tickFormatter={(cents: number) => `R${grouped(Math.round(cents / 100))}`}
            tickLine={false}
            width={72}
          />
          {SERIES.map(([key, , colour]) => (
            <Bar dataKey={key} fill={colour} isAnimationActive={false} key={key} maxBarSize={18} />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </Chart>
  );
}
