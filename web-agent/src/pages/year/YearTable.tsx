import type { MonthSums } from '../../api/types.ts';
import { monthName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { t } from '../../i18n/t.tsx';
import { SERIES, totalOf } from './year-figures.ts';

/** The chart as a table. On a phone each month becomes a block, so the page does not scroll sideways. */
export function YearTable({ months }: { readonly months: readonly MonthSums[] }) {
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
