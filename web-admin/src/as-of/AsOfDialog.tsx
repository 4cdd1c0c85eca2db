import { useAddress } from '../components/use-address.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { Field } from '../form/inputs.tsx';
import { T } from '../i18n/T.tsx';
import { parseInstant } from './moment.ts';

const PAST_MESSAGE = 'Choose a date and time in the past.';
const momentProblem = (typed = ''): string | undefined => {
  const moment = parseInstant(typed);
  return moment !== null && moment < new Date().toISOString() ? undefined : PAST_MESSAGE;
};

export default function AsOfDialog({ title, onClose }: { title: string; onClose: () => void }) {
  const [, change] = useAddress();
  return (
    <FormDialog<{ typed: string }>
      action="View"
      onClose={onClose}
      send={async ({ typed }) => change({ asOf: parseInstant(typed), page: null })}
      title={title}
    >
      <T as="p">Shows this page with the data as recorded at that time. Nothing can be changed there.</T>
      <Field
        check={momentProblem}
        hint="Johannesburg time (SAST)"
        label="Date and time"
        missing={PAST_MESSAGE}
        source="typed"
        type="datetime-local"
      />
    </FormDialog>
  );
}
