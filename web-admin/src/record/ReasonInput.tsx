import { required, TextInput } from 'react-admin';

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
      fullWidth
      helperText={hint}
      label={isOptional ? 'Reason (optional)' : 'Reason'}
      minRows={2}
      multiline
      source="reason"
      {...(isOptional ? {} : { validate: required('A reason is required!') })}
    />
  );
}
