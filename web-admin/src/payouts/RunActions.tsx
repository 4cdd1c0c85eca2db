import type { PayoutDetail as PayoutView } from '@fynbos/api/payouts/answers.ts';
import { currentAdmin } from '../api/session.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { amountCheck, ChecksField, Field, ReasonInput } from '../form/inputs.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { amountInWords } from '../format/amount-in-words.ts';
import { date, parseCents, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

/** Approves a run. The approver types its total, so that no run is approved unread, whatever the limits require. */
function ApproveDialog({ run }: { run: PayoutView }) {
  const isLast = run.approvals.length + 1 >= run.approversNeeded;
  return (
    <FormDialog<{ total: string; reason: string | null }>
      action="Approve"
      doneMessage={
        isLast
          ? 'Approved. The lines are checked again and the files created.'
          : 'Your approval is recorded. The run needs another approver.'
      }
      fieldOf={{ statedNettCents: 'total' }}
      send={({ total, reason }, { command }) =>
        command('POST', `payouts/${run.id}/approve`, {
          statedNettCents: parseCents(total) ?? undefined,
          ...(reason?.trim() ? { reason: reason.trim() } : {}),
        })
      }
      title={['Approve %{reference}', { reference: run.reference }]}
      values={{ total: '', reason: '' }}
    >
      <T as="p" values={{ count: run.frozen.lines, nett: rand(run.frozen.nettCents), payDate: date(run.payDate) }}>
        {
          '%{count} agent is paid %{nett} nett on %{payDate}. The payment files are written after approval. |||| %{count} agents are paid %{nett} nett on %{payDate}. The payment files are written after approval.'
        }
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
        check={amountCheck}
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

export function RunActions({ run }: { run: PayoutView }) {
  const me = currentAdmin().id;
  const isApprover = run.proposedBy !== me && run.approvals.every(({ by }) => by !== me);
  return (
    <>
      {run.heldFor && (
        <ReasonButton
          doneMessage="Run resumed."
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
          doneMessage="Cancelled."
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
