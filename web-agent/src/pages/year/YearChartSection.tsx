import type { MonthSums } from '../../api/types.ts';
import { monthName, shortMonth } from '../../format/date.ts';
import { rand, wholeRand } from '../../format/money.ts';
import { t } from '../../i18n/t.tsx';
import { axisTop, finding, SERIES, totalOf } from './year-figures.ts';
import '../../styles/table.css';
import './year.css';

/** Chart and table of the same twelve months; the chart begins with the oldest. */
export default function YearChartSection({ months }: { readonly months: readonly MonthSums[] }) {
  const oldestFirst = [...months].sort((a, b) => a.month.localeCompare(b.month));
  return (
    <div className="stack">
      <YearChart months={oldestFirst} />
      <YearTable months={oldestFirst} />
    </div>
  );
}

function YearChart({ months }: { readonly months: readonly MonthSums[] }) {
  const top = axisTop(Math.max(0, ...months.map(totalOf)));
  return (
    <figure className="year-chart">
      <figcaption>{finding(months)}</figcaption>
      <div className="year-plot" aria-hidden="true">
        <ul className="year-axis">
          {[top, top / 2, 0].map((tick) => (
            <li key={tick}>{wholeRand(tick)}</li>
          ))}
        </ul>
        {months.map((month) => (
          <div key={month.month} className="year-month" title={`${monthName(month.month)}: ${rand(totalOf(month))}`}>
            <span className="year-total">{totalOf(month) > 0 && wholeRand(totalOf(month))}</span>
            {[...SERIES].reverse().map(({ key, className }) => (
              <span key={key} className={className} style={{ height: `${(100 * Math.max(0, month[key])) / top}%` }} />
            ))}
            <span className="year-name">
              {shortMonth(month.month)[0]}
              <span>{shortMonth(month.month).slice(1)}</span>
            </span>
          </div>
        ))}
      </div>
      <ul className="legend" aria-hidden="true">
        {SERIES.map(({ key, name, className }) => (
          <li key={key} className={className}>
            {name}
          </li>
        ))}
      </ul>
    </figure>
  );
}

function YearTable({ months }: { readonly months: readonly MonthSums[] }) {
  return (
    <table className="table table-stacks">
      <caption className="sr-only">{t('Nett rewards by month and status')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Month')}</th>
          {[...SERIES.map(({ name }) => name), t('Declined'), t('Total')].map((name) => (
            <th scope="col" key={name} className="number">
              {name}
            </th>
          ))}
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
