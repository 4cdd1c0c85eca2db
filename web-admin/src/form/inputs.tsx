import { MASK } from '@fynbos/domain/format.ts';
import HideIcon from '@mui/icons-material/VisibilityOffOutlined';
import ShowIcon from '@mui/icons-material/VisibilityOutlined';
import {
  Checkbox,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  IconButton,
  InputAdornment,
  Stack,
  Switch,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import { email, useInput, ValidationError } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { ActionButton } from '../components/ActionButton.tsx';
import { parseCents, parseFraction } from '../format/format.ts';
import { translatedContent, useTranslation, type Wording } from '../i18n/T.tsx';
import { InputField, type InputProps } from './InputField.tsx';

/**
 * Not editable, because single hidden digits cannot be corrected. Replace opens an empty field (`children`); Keep
 * restores the stored number.
 */
export function MaskedInput({ source, label, children }: { source: string; label: string; children: ReactNode }) {
  const { setValue, clearErrors } = useFormContext();
  const value: unknown = useWatch({ name: source });
  const [stored, setStored] = useState<string | null>(null);
  const isMasked = typeof value === 'string' && value.startsWith(MASK) && stored === null;
  if (isMasked)
    return (
      <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
        <InputField disabled fullWidth label={label} value={value} />
        <ActionButton
          label="Replace"
          accessibleName={['Replace %{field}', { field: [label] }]}
          onClick={() => {
            setStored(value);
            setValue(source, '', { shouldDirty: true });
          }}
        />
      </Stack>
    );
  if (stored === null) return children;
  return (
    <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
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
    </Stack>
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const emailCheck = email('Enter a valid email address.');

/** Validation of a percentage from 0 to 100, where there is one. */
export function percentCheck(text = ''): string | undefined {
  const rate = parseFraction(text);
  return text.trim() === '' || (rate >= 0 && rate <= 1) ? undefined : 'Must be a percentage from 0 to 100, such as 25.';
}

/** Validation of an amount in rand, where there is one. */
export const amountCheck = (text: string | number = ''): string | undefined =>
  String(text).trim() === '' || parseCents(String(text)) !== null
    ? undefined
    : 'Type the amount in rand, for example 12345.60.';

/** Keeps an emptied field as an empty text; react-admin's default is null. */
const asTyped = (value: string): string => value;

interface FieldProps extends Omit<InputProps, 'name' | 'value' | 'problem' | 'required' | 'label'> {
  readonly label: Wording;
  /** Name of the value in the form. */
  readonly source: string;
  readonly mode?: 'numeric' | 'decimal' | 'tel' | 'email';
  readonly isOptional?: boolean;
  /** Message for an empty field. Default: `X is required!`. */
  readonly missing?: string;
  /** Additional validation of the typed value. */
  readonly check?: (
    value: string | undefined,
    values: Record<string, string>,
  ) => string | undefined | Promise<string | undefined>;
}

/** Required by default. react-admin's own inputs set properties that MUI 9 no longer has. */
export function Field({
  source,
  label,
  mode,
  isOptional = false,
  missing = '%{label} is required!',
  check,
  onChange,
  defaultValue,
  slotProps,
  ...input
}: FieldProps) {
  const translate = useTranslation();
  const {
    field: { ref, ...field },
    fieldState: { error },
  } = useInput<string>({
    source,
    ...(defaultValue === undefined ? {} : { defaultValue }),
    parse: asTyped,
    validate: (value, values) => {
      if (!isOptional && isEmpty(value)) return { message: missing, args: { label: translate(label) } };
      return (mode === 'email' ? emailCheck(value, values) : undefined) ?? check?.(value, values);
    },
  });
  return (
    <InputField
      fullWidth
      {...input}
      {...field}
      inputRef={ref}
      label={label}
      onChange={(value) => {
        field.onChange(value);
        onChange?.(value);
      }}
      problem={error?.message && <ValidationError error={error.message} />}
      required={!isOptional}
      slotProps={{ ...(mode && { htmlInput: { inputMode: mode } }), ...slotProps }}
    />
  );
}

/** A field for a password, with a button that shows what is typed. */
export function PasswordField(props: FieldProps) {
  const translate = useTranslation();
  const [isShown, setShown] = useState(false);
  const toggle = (
    <InputAdornment position="end">
      <IconButton
        aria-label={translate(isShown ? 'Hide password' : 'Show password')}
        onClick={() => setShown(!isShown)}
        size="small"
      >
        {isShown ? <HideIcon /> : <ShowIcon />}
      </IconButton>
    </InputAdornment>
  );
  return <Field {...props} slotProps={{ input: { endAdornment: toggle } }} type={isShown ? 'text' : 'password'} />;
}

/** A field of a form to choose some of several values. `missing`: message for none, where at least one is required. */
export function ChecksField({
  source,
  label,
  hint,
  choices,
  missing,
}: {
  source: string;
  label: string;
  hint?: string;
  choices: readonly (readonly [value: string, text: string])[];
  missing?: string;
}) {
  const translate = useTranslation();
  const {
    field: { name, onChange, value: chosen },
    fieldState: { error },
  } = useInput<readonly string[]>({
    source,
    defaultValue: [],
    validate: (values: readonly string[]) => (values.length === 0 ? missing : undefined),
  });
  return (
    <FormControl component="fieldset" error={Boolean(error)} required={Boolean(missing)}>
      <FormLabel component="legend">{translate(label)}</FormLabel>
      {choices.map(([value, text]) => (
        <FormControlLabel
          control={
            <Checkbox
              checked={chosen.includes(value)}
              name={name}
              onChange={(_, isOn) =>
                onChange(isOn ? [...chosen, value] : chosen.filter((each: string) => each !== value))
              }
              slotProps={{ input: { 'aria-invalid': Boolean(error), required: false } }}
            />
          }
          key={value}
          label={translate(text)}
        />
      ))}
      <FormHelperText>
        {error?.message ? <ValidationError error={error.message} /> : translatedContent(translate, hint && [hint])}
      </FormHelperText>
    </FormControl>
  );
}

/** A field of a form to switch something on. */
export function SwitchField({ source, label }: { source: string; label: string }) {
  const translate = useTranslation();
  const {
    field: { name, onChange, value },
  } = useInput<boolean>({ source });
  return (
    <FormControlLabel
      control={<Switch checked={Boolean(value)} name={name} onChange={(_, isOn) => onChange(isOn)} />}
      label={translate(label)}
    />
  );
}

export const ReasonInput = ({
  hint = 'Shown in the history of the record.',
  isOptional = false,
}: {
  hint?: string;
  isOptional?: boolean;
}) => (
  <Field
    hint={hint}
    isOptional={isOptional}
    label={isOptional ? 'Reason (optional)' : 'Reason'}
    minRows={2}
    missing="A reason is required!"
    multiline
    source="reason"
  />
);
