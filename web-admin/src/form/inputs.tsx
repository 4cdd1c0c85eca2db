import { DateInput, required, TextInput } from 'react-admin';

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
      {...(isOptional ? {} : { validate: required('A reason is required!') })}
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
