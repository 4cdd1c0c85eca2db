import type { MonthSums } from '../../api/types.ts';
import { axisTop, finding, SERIES, totalOf } from './year-figures.ts';
import '../../styles/table.css';
import './year.css';
import { useLayoutEffect, useRef, useState } from 'react';
import { monthName, shortMonth } from '../../format/date.ts';
import { rand, wholeRand } from '../../format/money.ts';
import { t } from '../../i18n/t.tsx';

/** Chart and table of the same twelve months, oldest first. */
export default function YearPicture({ months }: { readonly months: readonly MonthSums[] }) {
  const inOrder = [...months].sort((a, b) => a.month.localeCompare(b.month));
  const title = finding(inOrder);
  return (
    <div className="stack">
      <YearChart months={inOrder} title={title} />
      <YearTable months={inOrder} />
    </div>
  );
}

const HEIGHT = 260;
/** Minimum width of a month in pixels for its total to fit above its bar. */
const ROOM_FOR_LABELS = 56;
const PLOT = { top: 24, right: 8, bottom: 28, left: 64 } as const;

/** Stacked bars from zero, drawn to the available width. The table next to it has the same data for screen readers. */
function YearChart({ months, title }: { readonly months: readonly MonthSums[]; readonly title: string }) {
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
          <li key={key} className="row">
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

/** The chart as a table. On a phone each month becomes a block, so the page does not scroll sideways. */
function YearTable({ months }: { readonly months: readonly MonthSums[] }) {
  return (
    <table className="table table-stacks">
      <caption className="sr-only">{t('Nett rewards by month and status')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Month')}</th>
          {SERIES.map(({ key, name }) => (
            <th scope="col" key={key} className="number">
              {name}
            </th>
          ))}
          <th scope="col" className="number">
            {t('Declined')}
          </th>
          <th scope="col" className="number">
            {t('Total')}
          </th>
        </tr>
      </thead>
      <tbody>
        {[...months].reverse().map((month) => (
          <tr key={month.month}>
            <th scope="row">{monthName(month.month)}</th>
            {SERIES.map(({ key, name }) => (
              <td key={key} className={month[key] === 0 ? 'number zero' : 'number'} data-label={name}>
                {rand(month[key])}
              </td>
            ))}
            <td className={month.declined === 0 ? 'number zero' : 'number'} data-label={t('Declined')}>
              {month.declined}
            </td>
            <td className="number" data-label={t('Total')}>
              <strong>{rand(totalOf(month))}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
