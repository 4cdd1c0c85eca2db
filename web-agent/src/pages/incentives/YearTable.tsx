import type { MonthSums } from '../../api/types.ts';
import { monthName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { SERIES, totalOf } from './year-figures.ts';

/** The chart as a table. On a phone each month becomes a block, so the page does not scroll sideways. */
export function YearTable({ months }: { readonly months: readonly MonthSums[] }) {
  return (
    <table className="table table-stacks">
      <caption className="sr-only">Nett rewards by month and status</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          {SERIES.map(({ key, name }) => (
            <th scope="col" key={key} className="number">
              {name}
            </th>
          ))}
          <th scope="col" className="number">
            Declined
          </th>
          <th scope="col" className="number">
            Total
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
            <td className={month.declined === 0 ? 'number zero' : 'number'} data-label="Declined">
              {month.declined}
            </td>
            <td className="number" data-label="Total">
              <strong>{rand(totalOf(month))}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
