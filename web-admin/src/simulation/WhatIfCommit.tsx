import { required, SelectInput, TextInput, usePermissions } from 'react-admin';
import { call } from '../api/http.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { useSubmit } from '../form/use-submit.ts';
import { grouped, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import type { Moved, WhatIf } from './what-if.ts';

const REASONS = ['Error', 'Rerated', 'Other'].map((name) => ({ id: name, name }));

function CommitDialog({ run, correction, onClose }: { run: WhatIf; correction: Moved; onClose: () => void }) {
  const isReassessed = run.definition.reassess !== null;
  const submit = useSubmit({
    send: (values) => call('POST', `what-ifs/${run.id}/correction`, values),
    done: 'Sent for approval.',
    onDone: onClose,
  });
  return (
    <FormDialog
      action="Request correction"
      onClose={onClose}
      onSubmit={submit}
      title="Correct the accounts"
      values={{ reason: isReassessed ? 'Rerated' : 'Error' }}
      wide="sm"
    >
      <p>
        <T values={{ reservations: grouped(correction.reservations), agents: grouped(correction.agents) }}>
          {isReassessed
            ? '%{reservations} reservations of %{agents} agents are recalculated.'
            : '%{reservations} entries go to the accounts of %{agents} agents.'}
        </T>{' '}
        <T
          values={{
            gross: rand(correction.grossCents),
            paye: rand(correction.payeCents),
            nett: rand(correction.nettCents),
          }}
        >
          {
            'Total: %{gross} gross, %{paye} PAYE and %{nett} nett. Past payments do not change. Once approved, exactly these amounts are booked; if anything changes before that, nothing is booked.'
          }
        </T>
      </p>
      <SelectInput
        choices={REASONS}
        label="Reason"
        source="reason"
        validate={required('Choose the kind of correction.')}
      />
      <TextInput
        helperText="Shown in every entry and in the history."
        label="Reason for the correction"
        minRows={2}
        multiline
        source="text"
        validate={required('State what is corrected and why.')}
      />
    </FormDialog>
  );
}

/** Button that turns a simulation into an adjustment, for finance administrators and results that differ. */
export function WhatIfCommit({ run }: { run: WhatIf }) {
  const { permissions } = usePermissions<Record<string, string>>();
  const correction = run.totals?.correction;
  if (!permissions?.['corrections:make'] || !run.hasResult || !correction || correction.reservations === 0) return null;
  return (
    <ActionButton
      label="Correct the accounts"
      dialog={(close) => <CommitDialog correction={correction} onClose={close} run={run} />}
      variant="contained"
    />
  );
}
