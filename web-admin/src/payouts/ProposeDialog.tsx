import { required, SelectInput } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { call } from '../api/http.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { DayInput } from '../form/inputs.tsx';
import { useSubmit } from '../form/use-submit.ts';

/** Returns the Johannesburg day `days` days from now. */
const dayFromNow = (days: number): string =>
  new Date(Date.now() + (days * 24 + 2) * 3_600_000).toISOString().slice(0, 10);

const BATCHES = [
  { id: 'eft', name: 'South African (EFT files)' },
  { id: 'cross-border', name: 'Cross-border (separate list)' },
];

/** Proposes a payout run: cut-off, pay date and accounts. The server freezes the lines in the background. */
export function ProposeDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const submit = useSubmit({
    // The page of the run shows its progress; a row of the list would stay at its first state.
    send: async (values) => {
      const { id } = await call<{ id: string }>('POST', 'payouts', values);
      navigate(`/payouts/${id}`);
      return undefined;
    },
    done: 'Proposed.',
    onDone: onClose,
  });
  return (
    <FormDialog
      action="Propose"
      onClose={onClose}
      onSubmit={submit}
      title="Propose a payout run"
      values={{ cutOff: dayFromNow(0), payDate: dayFromNow(3), batch: 'eft' }}
    >
      <DayInput
        hint="Rewards earned by the end of this day are paid."
        label="Cut-off"
        missing="Choose a cut-off date."
        source="cutOff"
      />
      <DayInput hint="A South African business day." label="Pay date" missing="Choose a pay date." source="payDate" />
      <SelectInput
        choices={BATCHES}
        label="Accounts"
        source="batch"
        validate={required('Choose the accounts to pay.')}
      />
    </FormDialog>
  );
}
