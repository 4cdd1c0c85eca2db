import type { PolicyHistory, PolicyPreview as Preview } from '@fynbos/api/reward-policy/answers.ts';
import { COUNTRIES } from '@fynbos/domain/country/countries.ts';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useCommand } from '../api/use-command.ts';
import { useMay } from '../api/use-may.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { ChecksField, Field, percentCheck, ReasonInput } from '../form/inputs.tsx';
import { parseCents, parseFraction } from '../format/format.ts';
import { PreviewNote } from './PolicyEffect.tsx';

export type Terms = PolicyHistory['current']['terms'];

/** Validation message of a form text that is not an amount or a whole number. */
const amount = (text?: string | null) =>
  (parseCents(text ?? '') ?? -1) < 0 ? 'Must be an amount like 50 or 49.90.' : undefined;
const whole = (text?: string | null) => (/^\d+$/.test(text?.trim() ?? '') ? undefined : 'Must be a whole number.');
const wholeOrNothing = (text?: string | null) => (text?.trim() ? whole(text) : undefined);

/** Fields of the terms: label, validation and the server's name. */
const FIELDS = [
  ['minimumReward', 'Minimum reward before tax (R)', amount, 'minimumRewardCents'],
  ['payoutMinimum', 'Payout minimum (R)', amount, 'payoutMinimumCents'],
  ['payePercent', 'PAYE %', percentCheck, 'payeRate'],
  ['expiryMonths', 'Unpaid rewards expire after (months)', wholeOrNothing, 'expiryMonths'],
  ['coolingHours', 'Waiting period for a new bank account (hours)', whole, 'coolingHours'],
  ['holdReleaseLimit', 'Two approvals to release a hold above (R)', amount, 'holdReleaseLimitCents'],
] as const;
type Values = Record<(typeof FIELDS)[number][0], string> & {
  readonly treatmentCountries: NonNullable<Terms['treatmentCountries']>;
};
type PolicyFormValues = Values & { readonly effectiveFrom: string; readonly reason: string };

const FIELD_OF = Object.fromEntries(FIELDS.map(([field, , , term]) => [`terms.${term}`, field]));

const inRand = (cents: number): string => String(cents / 100);
const typedOf = (terms: Terms): Values => ({
  minimumReward: inRand(terms.minimumRewardCents),
  payoutMinimum: inRand(terms.payoutMinimumCents),
  // Rounds the product, so that the percentage shows as it was typed.
  payePercent: String(Number((terms.payeRate * 100).toFixed(6))),
  expiryMonths: terms.expiryMonths === null ? '' : String(terms.expiryMonths),
  coolingHours: String(terms.coolingHours),
  holdReleaseLimit: inRand(terms.holdReleaseLimitCents ?? 0),
  treatmentCountries: terms.treatmentCountries ?? [],
});
/** Converts the values of a valid form to terms. */
const termsOf = (values: Values): Terms => ({
  minimumRewardCents: parseCents(values.minimumReward) ?? 0,
  payoutMinimumCents: parseCents(values.payoutMinimum) ?? 0,
  payeRate: parseFraction(values.payePercent),
  expiryMonths: values.expiryMonths?.trim() ? Number(values.expiryMonths) : null,
  coolingHours: Number(values.coolingHours),
  holdReleaseLimitCents: parseCents(values.holdReleaseLimit) ?? 0,
  treatmentCountries: values.treatmentCountries,
});

/** Preview of the effect of the typed terms. Any edit of the terms discards it. */
function PreviewPart() {
  const { command } = useCommand();
  const names = [...FIELDS.map(([field]) => field), 'treatmentCountries' as const];
  const typed = JSON.stringify(useWatch({ name: names }));
  const { getValues, trigger } = useFormContext<PolicyFormValues>();
  const [answered, setSeen] = useState<{ readonly of: string; readonly what: Preview | string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const showPreview = async () => {
    if (!(await trigger(names, { shouldFocus: true }))) return;
    setBusy(true);
    const what = await command('POST', 'reward-policy/preview', { terms: termsOf(getValues()) }).catch(
      (failure: Error) => failure.message,
    );
    setBusy(false);
    setSeen({ of: typed, what });
  };
  const shown = answered?.of === typed ? answered.what : null;
  return (
    <>
      <ActionButton label="Preview" isBusy={isBusy} onClick={showPreview} variant="outlined" />
      {typeof shown === 'string' ? <p role="alert">{shown}</p> : shown && <PreviewNote preview={shown} />}
    </>
  );
}

function PolicyDialog({ terms }: { terms: Terms }) {
  const [initial] = useState(() => typedOf(terms));
  return (
    <FormDialog<PolicyFormValues>
      action="Request change"
      doneMessage="Request sent."
      fieldOf={FIELD_OF}
      send={({ effectiveFrom, reason, ...values }, { command }) =>
        command('POST', 'reward-policy', { effectiveFrom, terms: termsOf(values), reason })
      }
      title="Change the reward policy"
      values={initial}
      maxWidth="sm"
    >
      {FIELDS.map(([field, label, validate]) => (
        <Field
          check={validate}
          hint={field === 'expiryMonths' ? 'Leave blank for never.' : undefined}
          isOptional={field === 'expiryMonths'}
          key={field}
          label={label}
          mode="decimal"
          source={field}
        />
      ))}
      <ChecksField
        choices={COUNTRIES.map(({ code, name }) => [code, name] as const)}
        hint="PAYE applies until finance records a tax treatment. Agents of these countries are paid only after that."
        label="Tax treatment required before payment"
        source="treatmentCountries"
      />
      <Field
        hint="Reward terms apply to invoices, and payout terms to runs, from this day. A shorter expiry applies 60 days later."
        label="From"
        missing="Choose a start date."
        source="effectiveFrom"
        type="date"
      />
      <ReasonInput />
      <PreviewPart />
    </FormDialog>
  );
}

/** Button that changes the policy, for finance administrators. Shows a preview; the change is subject to approval. */
export function PolicyChange({ terms }: { terms: Terms }) {
  const may = useMay();
  if (!may('policy:change')) return null;
  return <ActionButton label="Change the policy" dialog={<PolicyDialog terms={terms} />} variant="contained" />;
}
