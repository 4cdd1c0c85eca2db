import type { PromotionRecord as Promotion } from '@fynbos/api/promotions/answers.ts';
import { useWatch } from 'react-hook-form';
import type { AdminBody } from '../api/http.ts';
import { Note } from '../components/texts.tsx';
import { EditDialog, useOpened } from '../form/EditDialog.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { Field, ReasonInput } from '../form/inputs.tsx';
import { date, percent, today } from '../format/format.ts';
import { formValues, PROMOTION_FIELDS, rateTyped } from './promotion.ts';

interface Values {
  readonly what: 'rate' | 'on' | 'off';
  readonly promoRate?: string;
  readonly effectiveFrom: string;
  readonly reason: string;
}

const CHANGE_KINDS = [
  ['rate', 'A new rate'],
  ['off', 'Switch off'],
  ['on', 'Switch on'],
] as const;

function RateInput() {
  if (useWatch({ name: 'what' }) !== 'rate') return null;
  return (
    <Field hint="A fraction of the revenue, for example 0.2" label="Promotion Rate" mode="decimal" source="promoRate" />
  );
}

/** Plans a rate or a switch from a day. A backdated change is subject to approval. */
export function PlanDialog({ promotion }: { promotion: Promotion }) {
  const { id, promoCode, version } = useOpened(promotion);
  return (
    <FormDialog<Values>
      action="Plan change"
      doneMessage="Planned."
      send={({ what, promoRate, effectiveFrom, reason }, { command }) =>
        command(
          'POST',
          `promotions/${id}/changes`,
          {
            effectiveFrom,
            reason,
            ...(what === 'rate' ? { promoRate: rateTyped(promoRate ?? '') } : { isActive: what === 'on' }),
          },
          { version },
        )
      }
      title={['Plan a change of %{promoCode}', { promoCode }]}
      values={{ what: 'rate' }}
    >
      <Field choices={CHANGE_KINDS} label="Change" source="what" />
      <RateInput />
      <Field
        hint="A past date, or switching off from today, needs approval."
        label="Effective from"
        missing="Choose a date."
        source="effectiveFrom"
        type="date"
      />
      <ReasonInput />
    </FormDialog>
  );
}

/** The five fields of the promotion forms (specification, section 5). An open-ended promotion can stay open-ended. */
function PromotionInputs({ openEnded = false }: { openEnded?: boolean }) {
  return (
    <>
      <Field label="Promotion Title" source="promoCode" />
      <Field label="Promotion Description" multiline source="description" />
      <Field
        hint="A fraction of the rental's time-and-kilometre revenue, for example 0.2"
        label="Promotion Rate"
        mode="decimal"
        placeholder="0.2"
        source="promoRate"
      />
      <Field label="Start Date" source="startDate" type="date" />
      <Field isOptional={openEnded} label="End Date" source="endDate" type="date" />
    </>
  );
}

/** Create dialog of the specification. Submit stays disabled while the form is invalid. */
export const CreatePromotionDialog = ({ onClose }: { onClose: () => void }) => (
  <FormDialog<AdminBody<'POST', 'add-promotion'>>
    action="Submit"
    doneMessage="Created."
    offline="The promotion could not be loaded. Please try again."
    onClose={onClose}
    onlyValid
    send={({ promoRate, ...values }, { command }) =>
      command('POST', 'add-promotion', { ...values, promoRate: rateTyped(promoRate) })
    }
    title="Create New Promotion"
  >
    <PromotionInputs />
  </FormDialog>
);

/** Shows a changed rate before and after. */
function RateChange({ before }: { before: number }) {
  const { promoRate, effectiveFrom } = useWatch() as { promoRate?: string | number; effectiveFrom?: string };
  const after = Number(rateTyped(promoRate ?? ''));
  const isChanged = String(promoRate ?? '').trim() !== '' && Number.isFinite(after) && after !== before;
  if (!isChanged) return null;
  return (
    <Note
      isFilled
      role="status"
      severity="warning"
      values={{
        before: <s>{percent(before)}</s>,
        after: <strong>{percent(after)}</strong>,
        day: date(effectiveFrom || today()),
      }}
    >
      {'Rate %{before} → %{after} for reservations made from %{day}.'}
    </Note>
  );
}

/** 'Edit Promotion Campaign' with current values. An invalid form is not sent. */
export const EditPromotionDialog = ({ id, onClose }: { id: string; onClose?: () => void }) => (
  <EditDialog<Promotion>
    action="Upload Promotion"
    validatesOnBlur
    fields={PROMOTION_FIELDS}
    id={id}
    onClose={onClose}
    requestOf={({ effectiveFrom, promoRate, ...values }) => ({
      ...values,
      promoRate: rateTyped(promoRate),
      ...(effectiveFrom && { effectiveFrom }),
    })}
    resource="promotions"
    doneMessage="Promotion updated successfully!"
    title={() => 'Edit Promotion Campaign'}
    valuesOf={formValues}
  >
    {({ endDate, promoRate }) => (
      <>
        <PromotionInputs openEnded={endDate === null} />
        <Field
          hint="The day from which a new rate is in force. Leave blank for today. A past date needs approval."
          isOptional
          label="Rate effective from"
          source="effectiveFrom"
          type="date"
        />
        <RateChange before={promoRate} />
        <ReasonInput isOptional />
      </>
    )}
  </EditDialog>
);
