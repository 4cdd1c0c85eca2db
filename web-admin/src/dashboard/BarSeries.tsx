import { useMediaQuery } from '@mui/material';
import { useNavigate } from 'react-router-dom';
import { Bar, BarChart, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { grouped } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

export const AXIS_TEXT = { fill: 'var(--quiet)', fontSize: 12 };

/** With the minus sign before `R`, as everywhere else. */
const inRand = (cents: number, unit: number, suffix = ''): string =>
  `${cents < 0 ? '−' : ''}R${grouped(Math.round(Math.abs(cents) / unit))}${suffix}`;

/** Formats an amount in cents for an axis: `R1 235`, `R12m`. */
export const short = (cents: number): string =>
  Math.abs(cents) >= 1_000_000_00 ? inRand(cents, 1_000_000_00, 'm') : inRand(cents, 100);
/** The same for narrow bars on a phone: `R114k` from ten thousand rand. */
const shortest = (cents: number): string => (Math.abs(cents) < 10_000_00 ? short(cents) : inRand(cents, 1_000_00, 'k'));

/** The figures at the pointer. */
export function TooltipBox({
  active,
  payload,
  label,
  format,
}: {
  active?: boolean;
  payload?: readonly { name?: string; value?: number; color?: string; payload?: { title?: string } }[];
  label?: string;
  format: (value: number) => string;
}) {
  if (!active || !payload?.length) return null;
  return (
    <div className="chart-hover">
      <strong>{payload[0]?.payload?.title ?? label}</strong>
      {payload.map(({ name, value, color }) => (
        <div key={name}>
          <i style={{ background: color }} /> <T>{name}</T> <span className="tabular">{format(value ?? 0)}</span>
        </div>
      ))}
    </div>
  );
}

export const TOOLTIP = {
  cursor: { fill: 'var(--sunken)' },
  isAnimationActive: false,
  wrapperStyle: { zIndex: 1 },
} as const;

type Series = readonly [key: string, label: string, colour: string];

const Legend = ({ series }: { series: readonly Series[] }) => (
  <div className="legend">
    {series.map(([key, label, colour]) => (
      <span key={key}>
        <i style={{ background: colour }} /> <T>{label}</T>
      </span>
    ))}
  </div>
);

/** Bars by month, day or age, with a legend for several series. */
export default function BarSeries({
  rows,
  series,
  format,
  isStacked = false,
  isLabelled = false,
}: {
  /** `label` is below the bar; `title` names the row in full; `to` is the list of its figures. */
  rows: readonly Readonly<Record<string, string | number>>[];
  series: readonly Series[];
  /** Formats the figures at the pointer: `rand`, which the axis shortens, or `grouped`. */
  format: (value: number) => string;
  /** Whether the series add up to one total. */
  isStacked?: boolean;
  /** Whether each bar has a label, and its amount if there is one series. */
  isLabelled?: boolean;
}) {
  const navigate = useNavigate();
  const isNarrow = useMediaQuery('(max-width: 40rem)');
  const amount = format === grouped ? grouped : isLabelled && isNarrow ? shortest : short;
  const slanted = isNarrow ? ({ angle: -40, height: 52, textAnchor: 'end' } as const) : {};
  return (
    <>
      {series.length > 1 && <Legend series={series} />}
      <ResponsiveContainer height={isLabelled && series.length === 1 ? 240 : 212}>
        <BarChart accessibilityLayer={false} data={[...rows]} margin={{ left: 8, right: 8, top: isLabelled ? 20 : 5 }}>
          <XAxis
            axisLine={{ stroke: 'var(--line)' }}
            dataKey="label"
            tick={AXIS_TEXT}
            tickLine={false}
            {...(isLabelled && { interval: 0, ...slanted })}
          />
          <YAxis
            axisLine={false}
            domain={[0, 'auto']}
            tick={AXIS_TEXT}
            tickFormatter={amount}
            tickLine={false}
            width={isNarrow ? 56 : 72}
          />
          <Tooltip content={<TooltipBox format={format} />} {...TOOLTIP} />
          {series.map(([key, label, colour]) => (
            <Bar
              dataKey={key}
              fill={colour}
              isAnimationActive={false}
              key={key}
              maxBarSize={36}
              name={label}
              onClick={({ payload: { to } }) => to && navigate(to)}
              {...(isStacked && { stackId: 'all' })}
            >
              {isLabelled && series.length === 1 && (
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
