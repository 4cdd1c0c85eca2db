import type { PayoutDetail as PayoutView } from '@fynbos/api/payouts/answers.ts';
import { amountInWords } from '@fynbos/domain/amount-in-words.ts';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { whoAmI } from '../api/session.ts';
import { useMay } from '../api/use-may.ts';
import { ActionButton, DownloadButton } from '../components/ActionButton.tsx';
import { AdminLink } from '../components/PersonLink.tsx';
import { RecordPage } from '../components/RecordPage.tsx';
import { Progress } from '../components/states.tsx';
import { Facts, Note } from '../components/texts.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { ChecksField, Field, ReasonInput } from '../form/inputs.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { centsTyped, date, grouped, instant, rand } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { listed, T, type Wording } from '../i18n/T.tsx';
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
      send={({ total, reason }, { command }) =>
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
    <DownloadButton
      label="Statement as PDF"
      fileName={`payout-${reference}.pdf`}
      path={`payouts/${id}/statement.pdf`}
    />
    <DownloadButton
      label="Statement as CSV"
      fileName={`payout-${reference}.csv`}
      path={`payouts/${id}/statement.csv`}
    />
  </p>
);

/** The actions that the state of a run allows, and its approvals. */
function RunActions({ run }: { run: PayoutView }) {
  const me = whoAmI().id;
  const isApprover = run.proposedBy !== me && run.approvals.every(({ by }) => by !== me);
  return (
    <>
      {run.heldFor && (
        <ReasonButton
          done="Run resumed."
          explanation="Compare it with the bank’s statement first. If the bank paid it, resume the run, do not send its files again, and record the bank results."
          label="Resume run"
          send={(reason, { command }) => command('POST', `payouts/${run.id}/resume`, { reason })}
          title={['Resume %{reference}?', { reference: run.reference }]}
          variant="contained"
        />
      )}
      {run.status === 'frozen' && isApprover && !run.heldFor && (
        <ActionButton label="Approve" dialog={<ApproveDialog run={run} />} variant="contained" />
      )}
      {(run.status === 'frozen' || run.status === 'freezing' || (run.status === 'approved' && run.heldFor)) && (
        <ReasonButton
          color="error"
          destructive
          done="Cancelled."
          explanation={
            run.heldFor
              ? 'The bank may have paid this run. Its reserved balances are released, and another run pays them again. Cancel it only if the bank’s statement shows no payment.'
              : 'Nothing is paid, and the reserved balances are released.'
          }
          label="Cancel run"
          send={(reason, { command }) =>
            command('POST', `payouts/${run.id}/cancel`, {
              reason,
              ...(run.heldFor ? { bankStatementChecked: true } : {}),
            })
          }
          title={['Cancel %{reference}?', { reference: run.reference }]}
        >
          {run.heldFor && (
            <ChecksField
              choices={[['none-paid', 'I checked it: it shows no payment of this run.']]}
              label="Bank statement"
              missing="Check the bank’s statement first."
              source="bankStatement"
            />
          )}
        </ReasonButton>
      )}
    </>
  );
}

/** What the status of a run means, and who has to act. */
function statusText(run: PayoutView): Wording {
  const texts: Wording[] = [STATUS_TEXTS[run.status]];
  if (run.status !== 'frozen') return texts[0] ?? '';
  const me = whoAmI().id;
  const { approvals, approversNeeded: needed } = run;
  if (run.proposedBy === me) texts.push('You proposed this run, so another person in Finance has to approve it.');
  if (needed > 1)
    texts.push([
      'A run of this amount needs %{needed} approvers; %{given} approved it so far.',
      { needed, given: approvals.length },
    ]);
  if (approvals.some(({ by }) => by === me)) texts.push('You approved it. Another person must approve it too.');
  return listed(texts, '%{one} %{more}');
}

/** One payout run: payments, agents left out with their reasons, files and the bank's response. */
export default function PayoutPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const mayChange = useMay()('payouts:change') && !asOf;
  return (
    <RecordPage
      head={(run) => ({
        actions: mayChange && <RunActions run={run} />,
        status: run.status,
        title: ['Payout %{reference}', { reference: run.reference }],
      })}
      kind="Payout run"
      parent={{ to: '/payouts', label: 'Payouts' }}
      read={useWholeRecord('payouts', id, (latest) => (latest?.progress ? POLL_MS : null))}
      tabs={(run) => ({
        totals: (
          <>
            <PayoutTotals run={run} />
            {!asOf && <Statements run={run} />}
          </>
        ),
        checks: <Risks run={run} />,
        lines: <PayoutLines runId={id} />,
        'left-out': <PayoutLines isLeftOut runId={id} />,
        files: <PayoutFiles mayFetch={mayChange} run={run} />,
        'bank-results': <BankResults mayChange={mayChange} run={run} />,
        history: <HistoryTab id={id} resource="payouts" />,
      })}
    >
      {(run) => (
        <>
          <p>
            <T>{statusText(run)}</T> {run.reason}
          </p>
          {run.heldFor && (
            <Note severity="warning" values={{ why: run.heldFor }} isFilled>
              {'On hold: %{why}'}
            </Note>
          )}
          {!asOf && !(run.heldFor && run.status === 'approved') && <RunProgress run={run} />}
          <Facts
            isSparse
            facts={[
              ['Pay date', date(run.payDate)],
              ['Cut-off', date(run.cutOff)],
              ['Accounts', [run.batch === 'eft' ? 'South African' : 'Cross-border']],
              ['Proposed', byAdmin(run.proposedBy, run.proposedAt)],
              ['Approved', run.approvals.length > 0 && <Approvals key="approvals" run={run} />],
              ['Files written', instant(run.exportedAt)],
              ['Settled', instant(run.settledAt)],
            ]}
          />
          <Contradictions mayChange={mayChange} run={run} />
        </>
      )}
    </RecordPage>
  );
}
