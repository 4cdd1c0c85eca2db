import { grouped, rand } from '../format/format.ts';
import { monthName } from '../list/months.ts';
import { FigureTable, figures } from '../record/FigureTable.tsx';
import { Empty, Heading, Quiet } from '../record/texts.tsx';
import type { TaxMonth } from './tax.ts';

/** PAYE by month of payment, as EMP201 declares it. */
export function TaxMonths({ months }: { months: readonly TaxMonth[] }) {
  if (months.length === 0) return <Empty>No payouts in this tax year.</Empty>;
  const sum = (field: 'grossCents' | 'payeCents' | 'nettCents') =>
    months.reduce((total, month) => total + month[field], 0);
  return (
    <>
      <Heading>PAYE by month of payment (EMP201)</Heading>
      <FigureTable
        caption="PAYE by month of payment (EMP201)"
        columns={['Month', ...figures('Agents', 'Gross', 'PAYE', 'Nett')]}
        rows={months.map(({ month, isOpening, agents, grossCents, payeCents, nettCents }) => [
          `${month} ${isOpening}`,
          isOpening ? (
            <span key="month">
              {monthName(month)} <Quiet>declared by the old system</Quiet>
            </span>
          ) : (
            monthName(month)
          ),
          grouped(agents),
          rand(grossCents),
          rand(payeCents),
          rand(nettCents),
        ])}
        totals={['The year', '', rand(sum('grossCents')), rand(sum('payeCents')), rand(sum('nettCents'))]}
      />
    </>
  );
}
