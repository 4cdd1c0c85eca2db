import { required, TextInput } from 'react-admin';
import { call } from '../api/http.ts';
import { FormDialog, useSubmit } from '../form/FormDialog.tsx';
import { DayInput, ReasonInput } from '../form/inputs.tsx';
import { today } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

const REFERENCE = 'Enter the reference of SARS.';
const DONE = 'Submitted for approval.';

interface Values {
  readonly on: string;
  readonly reference: string;
  readonly reason: string;
}

const ReferenceInput = () => (
  <TextInput
    helperText="As SARS states it for the submission"
    label="Reference of SARS"
    source="reference"
    validate={required(REFERENCE)}
  />
);

/** Records that a file was submitted to SARS; a second person approves. */
export function SubmissionDialog({
  year,
  period,
  fileNo,
  onClose,
}: {
  year: number;
  period: 'interim' | 'final';
  fileNo: number;
  onClose: () => void;
}) {
  const submit = useSubmit<Values>({
    send: ({ on, ...rest }) =>
      call('POST', `tax-years/${year}/submissions`, { period, fileNo, submittedOn: on, ...rest }),
    done: DONE,
    fieldOf: { submittedOn: 'on' },
    onDone: onClose,
  });
  return (
    <FormDialog
      action="Record submission"
      onClose={onClose}
      onSubmit={submit}
      title={['Record that file %{fileNo} was submitted?', { fileNo }]}
      values={{ on: today(), reference: '', reason: '' }}
    >
      <T as="p">
        From then on, its certificates are corrected under their number or cancelled. A second person must approve.
      </T>
      <DayInput label="Submitted on" missing="Enter the day of the submission." source="on" />
      <ReferenceInput />
      <ReasonInput hint="What shows that SARS has the file" />
    </FormDialog>
  );
}

/** Records that certificates are cancelled at SARS; a second person approves. */
export function CancellationDialog({
  year,
  certificateNos,
  onClose,
}: {
  year: number;
  certificateNos: readonly string[];
  onClose: () => void;
}) {
  const submit = useSubmit<Values>({
    send: ({ on, ...rest }) =>
      call('POST', `tax-years/${year}/cancellations`, { certificateNos, cancelledOn: on, ...rest }),
    done: DONE,
    fieldOf: { cancelledOn: 'on' },
    onDone: onClose,
  });
  return (
    <FormDialog
      action="Record cancellation"
      onClose={onClose}
      onSubmit={submit}
      title={['Record %{count} cancelled certificates?', { count: certificateNos.length }]}
      values={{ on: today(), reference: '', reason: '' }}
    >
      <T as="p">Record only what is cancelled in e@syFile. A second person must approve.</T>
      <DayInput label="Cancelled on" missing="Enter the day of the cancellation." source="on" />
      <ReferenceInput />
      <ReasonInput hint="What shows that SARS cancelled them" />
    </FormDialog>
  );
}
