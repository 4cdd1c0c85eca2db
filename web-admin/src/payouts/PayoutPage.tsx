import type { PayoutDetail as PayoutView } from '@fynbos/api/payouts/answers.ts';
import { amountInWords } from '@fynbos/domain/amount-in-words.ts';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { whoAmI } from '../api/session.ts';
import { useCommand } from '../api/use-command.ts';
import { useMay } from '../api/use-may.ts';
import { ActionButton, DownloadButton } from '../components/ActionButton.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { AdminLink } from '../components/PersonLink.tsx';
import { RecordTabs } from '../components/RecordTabs.tsx';
import { Progress } from '../components/states.tsx';
import { Facts, Note, StatusTag } from '../components/texts.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { ChecksField, Field, ReasonInput } from '../form/inputs.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { centsTyped, date, grouped, instant, rand } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { T } from '../i18n/T.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { useWholeRecord } from '../past/use-record.ts';
import { BankResults } from './BankResults.tsx';
import { Contradictions } from './Contradictions.tsx';
import { PayoutFiles } from './PayoutFiles.tsx';
import { PayoutLines } from './PayoutLines.tsx';
import { PayoutTotals } from './PayoutTotals.tsx';
import { STATUS_TEXTS } from './payout.ts';
import { Risks } from './Risks.tsx';

const isAmount = (text: string | undefined) =>
  centsTyped(text ?? '') === null ? 'Type the amount in rand, for example 12345.60.' : undefined;

/** Approves a run. The approver types its total, so that a run is not approved unread. */
function ApproveDialog({ run }: { run: PayoutView }) {
  const { command } = useCommand();
  const isLast = run.approvals.length + 1 >= run.approversNeeded;
  return (
    <FormDialog<{ total: string; reason: string | null }>
      action="Approve"
      done={
        isLast
          ? 'Approved. The lines are checked again and the files created.'
          : 'Your approval is recorded. The run needs another approver.'
      }
      fieldOf={{ statedNettCents: 'total' }}
      send={({ total, reason }) =>
        command('POST', `payouts/${run.id}/approve`, {
          statedNettCents: centsTyped(total) ?? undefined,
          ...(reason?.trim() ? { reason: reason.trim() } : {}),
        })
      }
      title={['Approve %{reference}', { reference: run.reference }]}
      values={{ total: '', reason: '' }}
    >
      <T
        as="p"
        values={{ lines: grouped(run.frozen.lines), nett: rand(run.frozen.nettCents), payDate: date(run.payDate) }}
      >
        {'%{lines} agents are paid %{nett} nett on %{payDate}. The payment files are written after approval.'}
      </T>
      <T as="p" values={{ words: amountInWords(run.frozen.nettCents) }}>
        {'In words: %{words}.'}
      </T>
      {run.approversNeeded > 1 && (
        <T as="p" values={{ given: run.approvals.length + 1, needed: run.approversNeeded }}>
          {'A run of this amount needs %{needed} approvers besides its proposer. This is approval %{given}.'}
        </T>
      )}
      <Field
        autoComplete="off"
        check={isAmount}
        hint="Type the nett total of the run."
        label="Nett total"
        missing="Type the nett total of the run."
        mode="decimal"
        source="total"
      />
      <ReasonInput isOptional />
    </FormDialog>
  );
}

const POLL_MS = 1000;

function RunProgress({ run }: { run: PayoutView }) {
  if (!run.progress) return null;
  const { step, done, of } = run.progress;
  return (
    <Progress label={step} share={of ? done / of : null}>
      <T
        values={{ step: [step], part: of ? Math.round((100 * done) / of) : 0, agents: run.frozen.lines + run.leftOut }}
      >
        {of ? '%{step}: %{part} %' : '%{step}: %{agents} agents so far'}
      </T>
    </Progress>
  );
}

const byAdmin = (admin: string, at: string | null): ReactNode => (
  <T key={admin} values={{ admin: <AdminLink id={Number(admin)} />, at: instant(at) }}>
    {'by %{admin}, %{at}'}
  </T>
);

const Approvals = ({ run }: { run: PayoutView }) => (
  <>
    {run.approvals.map(({ by, at, reason }) => (
      <div key={by}>
        {byAdmin(by, at)}
        {reason && `: ${reason}`}
      </div>
    ))}
  </>
);

/** Links to the documents of a run. They describe the current state. */
const Statements = ({ run: { id, reference } }: { run: PayoutView }) => (
  <p className="actions">
    <DownloadButton label="Statement as PDF" name={`payout-${reference}.pdf`} path={`payouts/${id}/statement.pdf`} />
    <DownloadButton label="Statement as CSV" name={`payout-${reference}.csv`} path={`payouts/${id}/statement.csv`} />
  </p>
);

/** One payout run: payments, agents left out with their reasons, files and the bank's response. */
export default function PayoutPage() {
  const { command } = useCommand();
  const { id = '' } = useParams();
  const may = useMay();
  const asOf = useAsOf();
  const { data, notice } = useWholeRecord('payouts', id, (latest) => (latest?.progress ? POLL_MS : null));
  if (!data) return notice;
  const mayChange = !asOf && may('payouts:change');
  const isMine = data.proposedBy === whoAmI().id;
  const isApprovedByMe = data.approvals.some(({ by }) => by === whoAmI().id);
  return (
    <>
      <PageHead
        actions={
          mayChange && (
            <>
              {data.heldFor && (
                <ReasonButton
                  done="Run resumed."
                  explanation="Compare it with the bank’s statement first. If the bank paid it, resume the run, do not send its files again, and record the bank results."
                  label="Resume run"
                  send={(reason) => command('POST', `payouts/${id}/resume`, { reason })}
                  title={['Resume %{reference}?', { reference: data.reference }]}
                  variant="contained"
                />
              )}
              {data.status === 'frozen' && !isMine && !isApprovedByMe && !data.heldFor && (
                <ActionButton label="Approve" dialog={<ApproveDialog run={data} />} variant="contained" />
              )}
              {(data.status === 'frozen' ||
                data.status === 'freezing' ||
                (data.status === 'approved' && data.heldFor)) && (
                <ReasonButton
                  color="error"
                  destructive
                  done="Cancelled."
                  explanation={
                    data.heldFor
                      ? 'The bank may have paid this run. Its reserved balances are released, and another run pays them again. Cancel it only if the bank’s statement shows no payment.'
                      : 'Nothing is paid, and the reserved balances are released.'
                  }
                  field={
                    data.heldFor && (
                      <ChecksField
                        choices={[['none-paid', 'I checked it: it shows no payment of this run.']]}
                        label="Bank statement"
                        missing="Check the bank’s statement first."
                        source="bankStatement"
                      />
                    )
                  }
                  label="Cancel run"
                  send={(reason) =>
                    command('POST', `payouts/${id}/cancel`, {
                      reason,
                      ...(data.heldFor ? { bankStatementChecked: true } : {}),
                    })
                  }
                  title={['Cancel %{reference}?', { reference: data.reference }]}
                />
              )}
            </>
          )
        }
        crumbs={[{ to: '/payouts', label: 'Payouts' }]}
        status={<StatusTag status={data.status} />}
        title={['Payout %{reference}', { reference: data.reference }]}
      />
      {notice}
      <p>
        <T>{STATUS_TEXTS[data.status]}</T>
        {data.status === 'frozen' && isMine && !asOf && (
          <>
            {' '}
            <T>You proposed this run, so another person in Finance has to approve it.</T>
          </>
        )}
        {data.status === 'frozen' && data.approversNeeded > 1 && (
          <>
            {' '}
            <T values={{ given: data.approvals.length, needed: data.approversNeeded }}>
              {'A run of this amount needs %{needed} approvers; %{given} approved it so far.'}
            </T>
          </>
        )}
        {data.status === 'frozen' && isApprovedByMe && (
          <>
            {' '}
            <T>You approved it. Another person must approve it too.</T>
          </>
        )}
        {data.reason && ` ${data.reason}`}
      </p>
      {data.heldFor && (
        <Note severity="warning" values={{ why: data.heldFor }} isFilled>
          {'On hold: %{why}'}
        </Note>
      )}
      {!asOf && !(data.heldFor && data.status === 'approved') && <RunProgress run={data} />}
      <Facts
        isSparse
        facts={[
          ['Pay date', date(data.payDate)],
          ['Cut-off', date(data.cutOff)],
          ['Accounts', [data.batch === 'eft' ? 'South African' : 'Cross-border']],
          ['Proposed', byAdmin(data.proposedBy, data.proposedAt)],
          ['Approved', data.approvals.length > 0 ? <Approvals key="approvals" run={data} /> : null],
          ['Files written', instant(data.exportedAt)],
          ['Settled', instant(data.settledAt)],
        ]}
      />
      <Contradictions mayChange={mayChange} run={data} />
      <RecordTabs
        label="Payout run"
        tabs={{
          Totals: (
            <>
              <PayoutTotals run={data} />
              {!asOf && <Statements run={data} />}
            </>
          ),
          Checks: <Risks run={data} />,
          Lines: <PayoutLines runId={id} />,
          'Left out': <PayoutLines isLeftOut runId={id} />,
          Files: <PayoutFiles mayFetch={mayChange} run={data} />,
          'Bank results': <BankResults mayChange={mayChange} run={data} />,
          History: <HistoryTab id={id} resource="payouts" />,
        }}
      />
    </>
  );
}
