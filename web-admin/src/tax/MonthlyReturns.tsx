import type { TaxYear } from '@fynbos/api/tax/answers.ts';
import { FigureTable, figures } from '../components/FigureTable.tsx';
import { AgentLink } from '../components/person-links.tsx';
import { Empty, Heading, MutedText, TextLink } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { date, grouped, instant, monthText, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { monthName } from '../list/months.ts';
import { PagedTable } from '../list/PagedTable.tsx';

/** PAYE by month of payment, as EMP201 declares it. */
export function TaxMonths({ months }: { months: TaxYear['months'] }) {
  if (months.length === 0) return <Empty>No payouts in this tax year.</Empty>;
  const sum = (field: 'grossCents' | 'payeCents' | 'nettCents') =>
    months.reduce((total, month) => total + month[field], 0);
  return (
    <FigureTable
      caption="PAYE by month of payment (EMP201)"
      isTitled
      columns={['Month', ...figures('Agents', 'Gross', 'PAYE', 'Nett')]}
      rows={months.map(({ month, isOpening, agents, grossCents, payeCents, nettCents }) => [
        `${month} ${isOpening}`,
        isOpening ? (
          <span key="month">
            {monthName(month)} <MutedText>declared by the old system</MutedText>
          </span>
        ) : (
          monthName(month)
        ),
        grouped(agents),
        rand(grossCents),
        rand(payeCents),
        rand(nettCents),
      ])}
      totals={[['The year'], '', rand(sum('grossCents')), rand(sum('payeCents')), rand(sum('nettCents'))]}
    />
  );
}

/** The employer reconciliations to SARS (EMP501): to August, and of the year (T13). */
export function EmployerReconciliations({ year }: { year: number }) {
  const { data, notice } = useRead(`tax-years/${year}/emp501`, { rows: 3 });
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

const RETURN_COLUMNS = ['Month', 'Due on', ...figures('PAYE', 'SDL', 'UIF', 'Total')];
const AMENDMENT_COLUMNS = ['Month to amend', 'Agent', 'Payout run', 'Change', ...figures('Gross', 'PAYE'), 'Recorded'];

const CHANGE_LABELS = { paid: 'Paid', failed: 'Not paid', returned: 'Returned' } as const;

/** The monthly returns with their due days, and the months to amend because a result was recorded later (T8, T9). */
export function MonthlyReturns({
  emp201,
  amendments,
  amendmentCount,
}: Pick<TaxYear, 'emp201' | 'amendments' | 'amendmentCount'>) {
  if (emp201.length === 0) return null;
  return (
    <>
      <Heading>Monthly returns (EMP201)</Heading>
      <T as="p">
        SDL is paid by the employer. UIF is zero, because commission is not part of its remuneration. Payments are due
        on the 7th, or on the business day before it.
      </T>
      <FigureTable
        caption="Monthly returns (EMP201)"
        columns={RETURN_COLUMNS}
        rows={emp201.map(({ month, dueOn, payeCents, sdlCents, uifCents, totalCents }) => [
          month,
          monthName(month),
          date(dueOn),
          ...[payeCents, sdlCents, uifCents, totalCents].map(rand),
        ])}
      />
      <Heading>Returns to amend</Heading>
      {amendments.length === 0 ? (
        <T as="p">None: every result was recorded before the return of its month was due.</T>
      ) : (
        <>
          <T as="p">
            These results were recorded after the return of the payment’s month was due. Amend the return, and issue the
            certificates again if the tax year is over.
          </T>
          {amendmentCount > amendments.length && (
            <T as="p" values={{ shown: grouped(amendments.length), all: grouped(amendmentCount) }}>
              {'The newest %{shown} of %{all} results are listed.'}
            </T>
          )}
          <PagedTable
            caption="Returns to amend"
            columns={AMENDMENT_COLUMNS}
            rows={amendments.map(({ agentId, runId, reference, state, paidOn, recordedAt, grossCents, payeCents }) => {
              const sign = state === 'paid' ? 1 : -1;
              return [
                `${runId} ${agentId}`,
                monthName(paidOn),
                <AgentLink id={agentId} key="agent" />,
                <TextLink key="run" to={`/payouts/${runId}`} text={reference} />,
                [CHANGE_LABELS[state]],
                rand(sign * grossCents),
                rand(sign * payeCents),
                instant(recordedAt),
              ];
            })}
          />
        </>
      )}
    </>
  );
}
