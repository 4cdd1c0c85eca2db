import type { PayoutDetail as PayoutView } from '@fynbos/api/payouts/answers.ts';
import { amountInWords } from '@fynbos/domain/amount-in-words.ts';
import { required, TextInput } from 'react-admin';
import { call } from '../api/http.ts';
import { FormDialog, useSubmit } from '../form/FormDialog.tsx';
import { ReasonInput } from '../form/inputs.tsx';
import { date, grouped, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { centsTyped } from '../ledger/CorrectionForm.tsx';

const isAmount = (text: string | undefined) =>
  centsTyped(text ?? '') === null ? 'Type the amount in rand, for example 12345.60.' : undefined;

/** Approves a run. The approver types its total, so that nobody approves a run unseen. */
export function ApproveDialog({ run, onClose }: { run: PayoutView; onClose: () => void }) {
  const isLast = run.approvals.length + 1 >= run.approversNeeded;
  const submit = useSubmit<{ total: string; reason: string }>({
    send: ({ total, reason }) =>
      call('POST', `payouts/${run.id}/approve`, {
        statedNettCents: centsTyped(total),
        ...(reason?.trim() ? { reason: reason.trim() } : {}),
      }),
    done: isLast
      ? 'Approved. The lines are checked again and the files created.'
      : 'Your approval is recorded. The run needs another approver.',
    onDone: onClose,
    fieldOf: { statedNettCents: 'total' },
  });
  return (
    <FormDialog
      action="Approve"
      onClose={onClose}
      onSubmit={submit}
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
      <TextInput
        helperText="Type the nett total of the run."
        label="Nett total"
        slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off' } }}
        source="total"
        validate={[required('Type the nett total of the run.'), isAmount]}
      />
      <ReasonInput isOptional />
    </FormDialog>
  );
}
