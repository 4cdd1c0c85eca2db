import { useLayoutEffect, useRef, useState } from 'react';
import type { MonthSums } from '../../api/types.ts';
import { monthName, shortMonth } from '../../format/date.ts';
import { rand, wholeRand } from '../../format/money.ts';
import { axisTop, SERIES, totalOf } from './year-figures.ts';

const HEIGHT = 260;
/** Minimum width of a month in pixels for its total to fit above its bar. */
const ROOM_FOR_LABELS = 56;
const PLOT = { top: 24, right: 8, bottom: 28, left: 64 } as const;

interface Props {
  readonly months: readonly MonthSums[];
  readonly title: string;
}

/** Stacked bars from zero, drawn to the available width. The table next to it has the same data for screen readers. */
export function YearChart({ months, title }: Props) {
  const figure = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    const element = figure.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(280, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const top = axisTop(Math.max(0, ...months.map(totalOf)));
  const plotHeight = HEIGHT - PLOT.top - PLOT.bottom;
  const slot = (width - PLOT.left - PLOT.right) / Math.max(1, months.length);
  const bar = Math.min(44, slot * 0.7);
  const y = (cents: number) => PLOT.top + plotHeight * (1 - cents / top);

  return (
    <figure ref={figure} className="year-chart">
      <figcaption>{title}</figcaption>
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
        <defs>
          <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className="hatch-ground" width="6" height="6" />
            <rect className="hatch-line" width="2" height="6" />
          </pattern>
        </defs>
        {[0, top / 2, top].map((tick) => (
          <g key={tick}>
            <line className="axis" x1={PLOT.left} x2={width - PLOT.right} y1={y(tick)} y2={y(tick)} />
            <text x={PLOT.left - 8} y={y(tick)} textAnchor="end" dominantBaseline="middle">
              {wholeRand(tick)}
            </text>
          </g>
        ))}
        {months.map((month, index) => {
          const x = PLOT.left + slot * index + (slot - bar) / 2;
          let below = 0;
          return (
            <g key={month.month}>
              <title>{`${monthName(month.month)}: ${rand(totalOf(month))}`}</title>
              {SERIES.map(({ key, className }) => {
                const cents = Math.max(0, month[key]);
                below += cents;
                return cents === 0 ? null : (
                  <rect
                    key={key}
                    className={className}
                    x={x}
                    width={bar}
                    y={y(below)}
                    height={(plotHeight * cents) / top}
                  />
                );
              })}
              {slot >= ROOM_FOR_LABELS && totalOf(month) > 0 && (
                <text x={x + bar / 2} y={y(totalOf(month)) - 6} textAnchor="middle">
                  {wholeRand(totalOf(month))}
                </text>
              )}
              <text x={x + bar / 2} y={HEIGHT - 8} textAnchor="middle">
                {slot < 34 ? shortMonth(month.month)[0] : shortMonth(month.month)}
              </text>
            </g>
          );
        })}
      </svg>
      <ul className="legend" aria-hidden="true">
        {SERIES.map(({ key, name, className }) => (
          <li key={key}>
            <svg width="16" height="16" viewBox="0 0 16 16" focusable="false" aria-hidden="true">
              <rect className={className} x="1" y="1" width="14" height="14" />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </figure>
  );
}
