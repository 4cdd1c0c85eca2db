import { MenuItem, TextField, type TextFieldProps } from '@mui/material';
import { useSay, type Wording } from '../i18n/T.tsx';

interface Props
  extends Omit<TextFieldProps<'outlined'>, 'variant' | 'label' | 'error' | 'helperText' | 'onChange' | 'select'> {
  readonly label: Wording;
  readonly hint?: Wording | undefined;
  /** Message of the server for this field. It replaces the hint. */
  readonly problem?: string | undefined;
  readonly onChange?: (value: string) => void;
  /** Values to select from; without them any text can be typed. */
  readonly choices?: readonly (readonly [value: string | number, text: string | number])[];
}

/** MUI's text field with translated texts, for forms without react-admin's form state. */
export function InputField({ label, hint, problem, onChange, choices, slotProps, ...props }: Props) {
  const say = useSay();
  const isDated = props.type === 'date' || props.type === 'month';
  const help = problem ?? hint;
  return (
    <TextField
      {...props}
      error={Boolean(problem)}
      helperText={help && say(help)}
      label={say(label)}
      onChange={(event) => onChange?.(event.target.value)}
      select={choices !== undefined}
      slotProps={{ ...(isDated && { inputLabel: { shrink: true } }), ...slotProps }}
    >
      {choices?.map(([value, text]) => (
        <MenuItem key={value} value={value}>
          {say(String(text))}
        </MenuItem>
      ))}
    </TextField>
  );
}
