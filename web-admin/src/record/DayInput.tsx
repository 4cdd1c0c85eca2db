import { DateInput, required } from 'react-admin';

/** A day as `2026-03-31`, a field of its form; `missing` is said where it is left empty. */
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
