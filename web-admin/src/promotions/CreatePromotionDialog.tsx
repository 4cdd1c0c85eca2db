import { call } from '../api/http.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { useSubmit } from '../form/use-submit.ts';
import { PromotionInputs } from './PromotionInputs.tsx';

/** Create dialog of the specification. Submit stays disabled while the form is invalid. */
export function CreatePromotionDialog({ onClose }: { onClose: () => void }) {
  const submit = useSubmit({
    send: (values) => call('POST', 'add-promotion', values),
    done: 'Created.',
    offline: 'The promotion could not be loaded. Please try again.',
    onDone: onClose,
  });
  return (
    <FormDialog action="Submit" onClose={onClose} onlyValid onSubmit={submit} title="Create New Promotion">
      <PromotionInputs />
    </FormDialog>
  );
}
