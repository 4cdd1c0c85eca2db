import { MASK } from '@fynbos/domain/format.ts';
import { TextField } from '@mui/material';
import { type ReactNode, useCallback, useState } from 'react';
import { DateInput, email, required, TextInput, type TextInputProps } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSay } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';

/**
 * A number with only its last digits visible. It is not editable text, because single hidden digits cannot be
 * corrected. Replace opens an empty field (`children`); Keep restores the stored number.
 */
export function MaskedInput({ source, label, children }: { source: string; label: string; children: ReactNode }) {
  const say = useSay();
  const { setValue, clearErrors } = useFormContext();
  const value: unknown = useWatch({ name: source });
  const [stored, setStored] = useState<string | null>(null);
  const isMasked = typeof value === 'string' && value.startsWith(MASK) && stored === null;
  if (isMasked)
    return (
      <div className="masked">
        <TextField disabled fullWidth label={say(label)} value={value} />
        <ActionButton
          label="Replace"
          accessibleName={['Replace %{field}', { field: [label] }]}
          onClick={() => {
            setStored(value);
            setValue(source, '', { shouldDirty: true });
          }}
        />
      </div>
    );
  if (stored === null) return children;
  return (
    <div className="masked">
      {children}
      <ActionButton
        label="Keep"
        accessibleName={['Keep the stored %{field}', { field: [label] }]}
        onClick={() => {
          setValue(source, stored, { shouldDirty: true });
          clearErrors(source);
          setStored(null);
        }}
      />
    </div>
  );
}

/** A validator that react-admin recognises as marking its field as required. */
export interface RequiredCheck {
  (value: unknown): { readonly message: string; readonly args: object } | undefined;
  readonly isRequired: true;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/**
 * Returns a factory of validators for required fields. Each call creates a separate validator: react-admin's `required`
 * is memoised by its arguments as JSON, in which two functions are equal. `text` overrides the default message.
 */
export function useNeeded(): (label: string, text?: string) => RequiredCheck {
  const say = useSay();
  return useCallback(
    (label, text = '%{label} is required!') =>
      Object.assign((value: unknown) => (isEmpty(value) ? { message: text, args: { label: say(label) } } : undefined), {
        isRequired: true as const,
      }),
    [say],
  );
}

interface FieldProps extends Omit<TextInputProps, 'label' | 'validate'> {
  readonly label: string;
  readonly mode?: 'numeric' | 'decimal' | 'tel' | 'email';
  /** Message for an empty field. Default: `X is required!`. */
  readonly missing?: string;
  /** Additional validation of the typed value. */
  readonly check?: (
    value: string | undefined,
    values: Record<string, string>,
  ) => string | undefined | Promise<string | undefined>;
}

/** A required text field. */
export function Field({ label, mode, missing, check, ...input }: FieldProps) {
  const needed = useNeeded();
  const rules = [
    needed(label, missing),
    ...(mode === 'email' ? [email('Enter a valid email address.')] : []),
    ...(check ? [check] : []),
  ];
  return <TextInput {...input} label={label} slotProps={{ htmlInput: { inputMode: mode } }} validate={rules} />;
}

/** Form field for a reason, which becomes part of the audit trail. */
export function ReasonInput({
  hint = 'Shown in the history of the record.',
  isOptional = false,
}: {
  hint?: string;
  isOptional?: boolean;
}) {
  return (
    <TextInput
      helperText={hint}
      label={isOptional ? 'Reason (optional)' : 'Reason'}
      minRows={2}
      multiline
      source="reason"
      validate={isOptional ? undefined : required('A reason is required!')}
    />
  );
}

/** Form field for a day, `2026-03-31`. `missing` is the message for an empty field. */
export function DayInput({
  source,
  label,
  hint,
  missing,
}: {
  source: string;
  label: string;
  hint?: string;
  missing: string;
}) {
  return (
    <DateInput
      helperText={hint}
      label={label}
      parse={(value: string) => value}
      source={source}
      validate={required(missing)}
    />
  );
}
