import { useMediaQuery } from '@mui/material';
import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { grouped } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

const TEXT = { fill: 'var(--quiet)', fontSize: 12 };
const short = (cents: number): string => `R${grouped(Math.round(cents / 100))}`;
/** Short amount for narrow bars on a phone: `R114k` from ten thousand Rand. */
const shortest = (cents: number): string =>
  Math.abs(cents) < 10_000_00 ? short(cents) : `R${grouped(Math.round(cents / 1000_00))}k`;

export interface BarSeries {
  readonly key: string;
  readonly label: string;
  readonly colour: string;
}

/** Bars of amounts in cents, stacked for several series, with the total or amount above each bar. */
export default function Bars({
  rows,
  series,
}: {
  rows: readonly Readonly<Record<string, string | number>>[];
  series: readonly BarSeries[];
}) {
  const isNarrow = useMediaQuery('(max-width: 40rem)');
  const amount = isNarrow ? shortest : short;
  const slanted = isNarrow ? ({ angle: -40, height: 52, textAnchor: 'end' } as const) : {};
  return (
    <>
      {series.length > 1 && (
        <div className="legend">
          {series.map(({ key, label, colour }) => (
            <span key={key}>
              <i style={{ background: colour }} /> <T>{label}</T>
            </span>
          ))}
        </div>
      )}
      <ResponsiveContainer height={series.length > 1 ? 212 : 240}>
        <BarChart
          accessibilityLayer={false}
          data={rows as Record<string, string | number>[]}
          margin={{ left: 8, right: 8, top: 20 }}
        >
          <XAxis
            axisLine={{ stroke: 'var(--line)' }}
            dataKey="label"
            interval={0}
            tick={TEXT}
            tickLine={false}
            {...slanted}
          />
          <YAxis
            axisLine={false}
            domain={[0, 'auto']}
            tick={TEXT}
            tickFormatter={amount}
            tickLine={false}
            width={isNarrow ? 52 : 80}
          />
          {series.map(({ key, colour }) => (
            <Bar dataKey={key} fill={colour} isAnimationActive={false} key={key} maxBarSize={44} stackId="all">
              {series.length === 1 && (
                <LabelList
                  dataKey={key}
                  fill="var(--text)"
                  fontSize={12}
                  formatter={(value) => (Number(value) === 0 ? '' : amount(Number(value)))}
                  position="top"
                />
              )}
            </Bar>
          ))}
        </BarChart>
      </ResponsiveContainer>
    </>
  );
}
