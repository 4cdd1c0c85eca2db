import { DateInput, required } from 'react-admin';

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
      fullWidth
      helperText={hint ?? false}
      label={label}
      parse={(value: string) => value}
      source={source}
      validate={required(missing)}
    />
  );
}
