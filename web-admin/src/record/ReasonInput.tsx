import { required, TextInput } from 'react-admin';

/** Form field for a reason, which becomes part of the audit trail. */
export function ReasonInput({ hint = 'Shown in the history of the record.' }: { hint?: string }) {
  return (
    <TextInput
      fullWidth
      helperText={hint}
      label="Reason"
      minRows={2}
      multiline
      source="reason"
      validate={required('A reason is required!')}
    />
  );
}
