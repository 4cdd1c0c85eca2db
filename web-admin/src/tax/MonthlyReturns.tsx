import { date, instant, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { monthName } from '../list/months.ts';
import { FigureTable, figures } from '../record/FigureTable.tsx';
import { AgentLink } from '../record/PersonLink.tsx';
import { TextLink } from '../record/TextLink.tsx';
import { Heading } from '../record/texts.tsx';
import type { Amendment, Emp201 } from './tax.ts';

const RETURN_COLUMNS = ['Month', 'Due on', ...figures('PAYE', 'SDL', 'UIF', 'Total')];
const AMENDMENT_COLUMNS = ['Month to amend', 'Agent', 'Payout run', 'Change', ...figures('Gross', 'PAYE'), 'Recorded'];

const CHANGES = { paid: 'Paid', failed: 'Not paid', returned: 'Returned' } as const;

/** The monthly returns with their due days, and the months to amend because a result was recorded later (T8, T9). */
export function MonthlyReturns({
  emp201,
  amendments,
}: {
  emp201: readonly Emp201[];
  amendments: readonly Amendment[];
}) {
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
          <FigureTable
            caption="Returns to amend"
            columns={AMENDMENT_COLUMNS}
            rows={amendments.map(({ agentId, runId, reference, state, paidOn, recordedAt, grossCents, payeCents }) => {
              const sign = state === 'paid' ? 1 : -1;
              return [
                `${runId} ${agentId}`,
                monthName(paidOn),
                <AgentLink id={agentId} key="agent" />,
                <TextLink key="run" to={`/payouts/${runId}`} text={reference} />,
                [CHANGES[state]],
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
