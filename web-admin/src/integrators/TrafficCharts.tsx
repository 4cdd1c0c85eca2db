import { Bar, BarChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { Chart } from '../dashboard/Chart.tsx';
import { date, dayOfYear, grouped, today } from '../format/format.ts';
import { asPart, T } from '../i18n/T.tsx';
import { figure } from '../record/FigureTable.tsx';
import '../dashboard/home.css';
import type { TrafficDay } from '@fynbos/api/integrators/answers.ts';
import { duration } from '../operations/operations.ts';
import { eventsOf, LAGS, lagFinding, TYPES, trafficFinding, withQuietDays } from './integrator-calls.ts';

const TEXT = { fill: 'var(--quiet)', fontSize: 12 };
/** Colours from short to long delay: from the brand's green to the second colour. */
const LAG_COLOURS = ['var(--brand)', 'var(--brand-line)', 'var(--sun)', 'var(--quiet)'];

function Bars({ days, series }: { days: readonly object[]; series: readonly (readonly [string, string, string])[] }) {
  return (
    <>
      {series.length > 1 && (
        <div className="legend">
          {series.map(([key, label, colour]) => (
            <span key={key}>
              <i style={{ background: colour }} /> <T>{label}</T>
            </span>
          ))}
        </div>
      )}
      <ResponsiveContainer height={212}>
        <BarChart accessibilityLayer={false} data={days as object[]} margin={{ left: 8, right: 8 }}>
          <XAxis axisLine={{ stroke: 'var(--line)' }} dataKey="label" tick={TEXT} tickLine={false} />
          <YAxis
            axisLine={false}
            domain={[0, 'auto']}
            tick={TEXT}
            tickFormatter={grouped}
            tickLine={false}
            width={56}
          />
          {series.map(([key, , colour]) => (
            <Bar dataKey={key} fill={colour} isAnimationActive={false} key={key} maxBarSize={28} stackId="all" />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </>
  );
}

/** Events recorded by an integrator per day, and their delay, each chart with a table. */
export default function TrafficCharts({ days }: { days: readonly TrafficDay[] }) {
  const shown = withQuietDays(days, today()).map((day) => ({
    ...day,
    label: dayOfYear(day.day),
    events: eventsOf(day),
  }));
  return (
    <div className="panels">
      <Chart
        columns={['Day', ...TYPES.map(([, label]) => figure(label)), figure('All')]}
        rows={shown.map((day) => [date(day.day), ...TYPES.map(([type]) => grouped(day[type])), grouped(day.events)])}
        title={trafficFinding(days)}
      >
        <Bars days={shown} series={[['events', 'Events', 'var(--brand)']]} />
      </Chart>
      <Chart
        columns={['Day', ...LAGS.map(([, label]) => figure(label)), figure('Longest')]}
        rows={shown.map((day) => [
          date(day.day),
          ...LAGS.map(([lag]) => grouped(day[lag])),
          asPart(duration(day.longestLagMs)),
        ])}
        title={lagFinding(days)}
      >
        <Bars days={shown} series={LAGS.map(([lag, label], at) => [lag, label, LAG_COLOURS[at] ?? ''])} />
      </Chart>
    </div>
  );
}
