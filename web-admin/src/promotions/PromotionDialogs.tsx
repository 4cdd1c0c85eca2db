import type { PromotionRecord as Promotion } from '@fynbos/api/promotions/answers.ts';
import { DateInput, required, SelectInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { call } from '../api/http.ts';
import { ConflictDialog } from '../form/ConflictDialog.tsx';
import { DialogForm, FormDialog, RecordDialog, useSubmit } from '../form/FormDialog.tsx';
import { DayInput, ReasonInput, useNeeded } from '../form/inputs.tsx';
import { useOpened, useSave } from '../form/use-save.ts';
import { date, percent, today } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { formValues, PROMOTION_FIELDS } from './promotion.ts';

interface Values {
  readonly what: 'rate' | 'on' | 'off';
  readonly promoRate?: string;
  readonly effectiveFrom: string;
  readonly reason: string;
}

const WHAT = [
  { id: 'rate', name: 'A new rate' },
  { id: 'off', name: 'Switch off' },
  { id: 'on', name: 'Switch on' },
];

function RateInput() {
  if (useWatch({ name: 'what' }) !== 'rate') return null;
  return (
    <TextInput
      helperText="A fraction of the revenue, for example 0.2"
      label="Promotion Rate"
      slotProps={{ htmlInput: { inputMode: 'decimal' } }}
      source="promoRate"
      validate={required('Promotion Rate is required!')}
    />
  );
}

/** Plans a rate or a switch from a day. A backdated change is subject to approval. */
export function PlanDialog({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const { id, promoCode, version } = useOpened(promotion);
  const submit = useSubmit<Values>({
    send: ({ what, promoRate, effectiveFrom, reason }) =>
      call(
        'POST',
        `promotions/${id}/changes`,
        { effectiveFrom, reason, ...(what === 'rate' ? { promoRate } : { isActive: what === 'on' }) },
        { 'If-Match': String(version) },
      ),
    done: 'Planned.',
    onDone: onClose,
  });
  return (
    <FormDialog
      action="Plan change"
      onClose={onClose}
      onSubmit={submit}
      title={['Plan a change of %{promoCode}', { promoCode }]}
      values={{ what: 'rate' }}
    >
      <SelectInput choices={WHAT} label="Change" source="what" validate={required('Choose a change.')} />
      <RateInput />
      <DayInput
        hint="A past date, or switching off from today, needs approval."
        label="Effective from"
        missing="Choose a date."
        source="effectiveFrom"
      />
      <ReasonInput />
    </FormDialog>
  );
}

/** The five fields of the promotion forms (specification, section 5). An open-ended promotion can stay open-ended. */
function PromotionInputs({ openEnded = false }: { openEnded?: boolean }) {
  const needed = useNeeded();
  return (
    <>
      <TextInput label="Promotion Title" source="promoCode" validate={needed('Promotion Title')} />
      <TextInput
        label="Promotion Description"
        multiline
        source="description"
        validate={needed('Promotion Description')}
      />
      <TextInput
        helperText="A fraction of the rental's time-and-kilometre revenue, for example 0.2"
        label="Promotion Rate"
        placeholder="0.2"
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        source="promoRate"
        validate={needed('Promotion Rate')}
      />
      <DateInput label="Start Date" parse={asText} source="startDate" validate={needed('Start Date')} />
      <DateInput
        label="End Date"
        parse={asText}
        source="endDate"
        validate={openEnded ? undefined : needed('End Date')}
      />
    </>
  );
}

const asText = (value: string): string => value;

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

/** Shows a changed rate before and after, and asks why; without a changed rate the reason is optional. */
function RateChange({ before }: { before: number }) {
  const { promoRate, effectiveFrom } = useWatch() as { promoRate?: string | number; effectiveFrom?: string };
  const after = Number(promoRate);
  const isChanged = String(promoRate ?? '').trim() !== '' && Number.isFinite(after) && after !== before;
  return (
    <>
      {isChanged && (
        <p className="rate-change" role="status">
          <T
            values={{
              before: <s>{percent(before)}</s>,
              after: <strong>{percent(after)}</strong>,
              day: date(effectiveFrom || today()),
            }}
          >
            {'Rate %{before} → %{after} for reservations made from %{day}.'}
          </T>
        </p>
      )}
      <ReasonInput isOptional={!isChanged} key={String(isChanged)} />
    </>
  );
}

function EditForm({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const base = useOpened(formValues(promotion));
  const { save, conflict, dropConflict } = useSave('promotions', base, onClose, 'Promotion updated successfully!');
  return (
    <DialogForm
      action="Upload Promotion"
      checksEarly
      onClose={onClose}
      onSubmit={(values: object) => save(values as typeof base)}
      record={base}
    >
      <PromotionInputs openEnded={promotion.endDate === null} />
      <DateInput
        helperText="The day from which a new rate is in force. Leave blank for today. A past date needs approval."
        label="Rate effective from"
        parse={(value: string) => value || undefined}
        source="effectiveFrom"
      />
      <RateChange before={promotion.promoRate} />
      {conflict && (
        <ConflictDialog conflict={asForm(conflict)} fields={PROMOTION_FIELDS} onCancel={dropConflict} onSave={save} />
      )}
    </DialogForm>
  );
}

/** Converts the server's current record to form values for the comparison. */
const asForm = <C extends { theirs: object }>(conflict: C): C => ({
  ...conflict,
  theirs: formValues(conflict.theirs as Promotion),
});

/** 'Edit Promotion Campaign' with current values. An invalid form is not sent. */
export const EditPromotionDialog = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <RecordDialog<Promotion>
    form={(promotion) => <EditForm onClose={onClose} promotion={promotion} />}
    id={id}
    onClose={onClose}
    resource="promotions"
    title={() => 'Edit Promotion Campaign'}
  />
);
