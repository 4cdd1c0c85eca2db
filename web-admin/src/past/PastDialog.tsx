import { TextInput } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { FormDialog } from '../form/FormDialog.tsx';
import { T } from '../i18n/T.tsx';
import { instantTyped } from './moment.ts';

const momentProblem = (typed?: string | null): string | undefined => {
  const moment = instantTyped(typed ?? '');
  return moment !== null && moment < new Date().toISOString() ? undefined : 'Choose a date and time in the past.';
};

/** Asks for a moment and opens the same page as of it. */
export default function PastDialog({ title, onClose }: { title: string; onClose: () => void }) {
  const [, setSearch] = useSearchParams();
  const go = async ({ typed }: { typed?: string }) => {
    setSearch((search) => {
      search.set('asOf', instantTyped(typed ?? '') ?? '');
      search.delete('page');
      return search;
    });
    onClose();
    return undefined;
  };
  return (
    <FormDialog action="View" onClose={onClose} onSubmit={go} title={title}>
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
