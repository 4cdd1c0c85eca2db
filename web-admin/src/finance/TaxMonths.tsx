import { grouped, rand } from '../format/format.ts';
import { Wide } from '../record/Wide.tsx';
import type { TaxMonth } from './tax.ts';

/** PAYE by month of payment: what EMP201 declares. */
export function TaxMonths({ months }: { months: readonly TaxMonth[] }) {
  if (months.length === 0) return <p className="empty">Nothing was paid in this tax year.</p>;
  const sum = (field: 'grossCents' | 'payeCents' | 'nettCents') =>
    months.reduce((total, month) => total + month[field], 0);
  return (
    <Wide>
      <table className="plain-table">
        <caption>PAYE by month of payment (EMP201)</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {['Agents', 'Gross', 'PAYE', 'Nett'].map((label) => (
              <th className="number" key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, isOpening, agents, grossCents, payeCents, nettCents }) => (
            <tr key={`${month} ${isOpening}`}>
              <th scope="row">
                {month}
                {isOpening && <span className="quiet"> declared by the old system</span>}
              </th>
              <td className="number">{grouped(agents)}</td>
              <td className="number">{rand(grossCents)}</td>
              <td className="number">{rand(payeCents)}</td>
              <td className="number">{rand(nettCents)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">The year</th>
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
