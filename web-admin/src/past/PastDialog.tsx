import { TextInput } from 'react-admin';
import { FormDialog } from '../form/FormDialog.tsx';
import { T } from '../i18n/T.tsx';
import { useAddress } from '../record/use-address.ts';
import { instantTyped } from './moment.ts';

const momentProblem = (typed?: string | null): string | undefined => {
  const moment = instantTyped(typed ?? '');
  return moment !== null && moment < new Date().toISOString() ? undefined : 'Choose a date and time in the past.';
};

/** Asks for a moment and opens the same page as of it. */
export default function PastDialog({ title, onClose }: { title: string; onClose: () => void }) {
  const [, change] = useAddress();
  return (
    <FormDialog<{ typed: string }>
      action="View"
      onClose={onClose}
      send={async ({ typed }) => change({ asOf: instantTyped(typed), page: null })}
      title={title}
    >
      <T as="p">Shows this page with the data as recorded at that time. Nothing can be changed there.</T>
      <TextInput
        helperText="Johannesburg time (SAST)"
        label="Date and time"
        slotProps={{ inputLabel: { shrink: true } }}
        source="typed"
        type="datetime-local"
        validate={momentProblem}
      />
    </FormDialog>
  );
}
