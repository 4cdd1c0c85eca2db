import type { Emp501s } from '@fynbos/api/tax/answers.ts';
import { grouped, monthText, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { FigureTable, figures } from '../record/FigureTable.tsx';
import { Heading } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';

/** The employer reconciliations to SARS (EMP501): to August, and of the year (T13). */
export function EmployerReconciliations({ year }: { year: number }) {
  const { data, notice } = useRead<Emp501s>(`tax-years/${year}/emp501`, { rows: 3 });
  if (notice) return notice;
  return (
    <>
      <Heading>Employer reconciliation (EMP501)</Heading>
      <T as="p">
        PAYE of the monthly returns against PAYE of the certificates. Certificates to August go to SARS only; agents get
        those of the whole year.
      </T>
      <FigureTable
        caption="Employer reconciliation (EMP501)"
        columns={['Period', ...figures('Difference', 'PAYE declared', 'PAYE certified', 'SDL', 'Certificates')]}
        rows={data.map((each) => [
          each.period,
          ['%{from} to %{to}', { from: monthText(each.from), to: monthText(each.to) }],
          rand(each.differenceCents),
          rand(each.declaredPayeCents),
          rand(each.certifiedPayeCents),
          rand(each.declaredSdlCents),
          grouped(each.certificates),
        ])}
      />
    </>
  );
}
