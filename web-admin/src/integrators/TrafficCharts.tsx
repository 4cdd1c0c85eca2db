import type { TrafficDay } from '@fynbos/api/integrators/answers.ts';
import { figure } from '../components/FigureTable.tsx';
import BarSeries from '../dashboard/BarSeries.tsx';
import { Chart } from '../dashboard/Chart.tsx';
import { date, dayOfYear, duration, grouped, today } from '../format/format.ts';
import { asPart } from '../i18n/T.tsx';
import { eventsOf, LAGS, lagFinding, TYPES, trafficFinding, withQuietDays } from './integrator-calls.ts';

/** Colours from short to long delay: from the brand's green to the second colour. */
const LAG_COLOURS = ['var(--brand)', 'var(--brand-line)', 'var(--sun)', 'var(--quiet)'];

export default function TrafficCharts({ days }: { days: readonly TrafficDay[] }) {
  const shown = withQuietDays(days, today()).map((day) => ({
    ...day,
    label: dayOfYear(day.day),
    title: date(day.day),
    events: eventsOf(day),
  }));
  return (
    <div className="panels">
      <Chart
        columns={['Day', ...TYPES.map(([, label]) => figure(label)), figure('All')]}
        rows={shown.map((day) => [date(day.day), ...TYPES.map(([type]) => grouped(day[type])), grouped(day.events)])}
        title={trafficFinding(days)}
      >
        <BarSeries format={grouped} rows={shown} series={[['events', 'Events', 'var(--brand)']]} />
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
        <BarSeries
          format={grouped}
          isStacked
          rows={shown}
          series={LAGS.map(([lag, label], at) => [lag, label, LAG_COLOURS[at] ?? ''])}
        />
      </Chart>
    </div>
  );
}
