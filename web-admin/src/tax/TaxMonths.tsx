import { grouped, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { monthName } from '../list/months.ts';
import { Wide } from '../record/FigureTable.tsx';
import type { TaxMonth } from './tax.ts';

/** PAYE by month of payment, as EMP201 declares it. */
export function TaxMonths({ months }: { months: readonly TaxMonth[] }) {
  if (months.length === 0)
    return (
      <p className="empty">
        <T>No payouts in this tax year.</T>
      </p>
    );
  const sum = (field: 'grossCents' | 'payeCents' | 'nettCents') =>
    months.reduce((total, month) => total + month[field], 0);
  return (
    <Wide>
      <table className="plain-table">
        <caption>
          <T>PAYE by month of payment (EMP201)</T>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <T>Month</T>
            </th>
            {['Agents', 'Gross', 'PAYE', 'Nett'].map((label) => (
              <th className="number" key={label} scope="col">
                <T>{label}</T>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, isOpening, agents, grossCents, payeCents, nettCents }) => (
            <tr key={`${month} ${isOpening}`}>
              <th scope="row">
                {monthName(month)}{' '}
                {isOpening && (
                  <span className="quiet">
                    <T>declared by the old system</T>
                  </span>
                )}
              </th>
              <td className="number">{grouped(agents)}</td>
              <td className="number">{rand(grossCents)}</td>
              <td className="number">{rand(payeCents)}</td>
              <td className="number">{rand(nettCents)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">
              <T>The year</T>
            </th>
            <td />
            <td className="number">{rand(sum('grossCents'))}</td>
            <td className="number">{rand(sum('payeCents'))}</td>
            <td className="number">{rand(sum('nettCents'))}</td>
          </tr>
        </tbody>
      </table>
    </Wide>
  );
}
