import type { PromotionRecord as Promotion } from '@fynbos/api/promotions/answers.ts';
import { required, SelectInput, TextInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { call } from '../api/http.ts';
import { FormDialog, useSubmit } from '../form/FormDialog.tsx';
import { DayInput, ReasonInput } from '../form/inputs.tsx';
import { useOpened } from '../form/use-save.ts';

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
