import { MenuItem, TextField, type TextFieldProps } from '@mui/material';
import { type Content, translatedContent, useTranslation, type Wording } from '../i18n/T.tsx';

export interface InputProps
  extends Omit<TextFieldProps<'outlined'>, 'variant' | 'label' | 'error' | 'helperText' | 'onChange' | 'select'> {
  /** Missing where the column of a table names the input; it then needs an `aria-label`. */
  readonly label?: Wording;
  readonly hint?: Wording | undefined;
  /** The fault of the value; it replaces the hint. */
  readonly problem?: Content;
  readonly onChange?: (value: string) => void;
  /** Values to select from; without them any text can be typed. */
  readonly choices?: readonly (readonly [value: string | number, text: string | number])[];
}

/** MUI's text field with translated texts. `Field` is the same within a form. */
export function InputField({ label, hint, problem, onChange, choices, slotProps, ...props }: InputProps) {
  const translate = useTranslation();
  const isDated = props.type === 'date' || props.type === 'month' || props.type === 'datetime-local';
  const showsEmpty = choices?.some(([value]) => value === '') ?? false;
  const help = problem || hint;
  return (
    <TextField
      {...props}
      error={Boolean(problem)}
      helperText={typeof help === 'string' ? translate(help) : translatedContent(translate, help)}
      label={label && translate(label)}
      onChange={(event) => onChange?.(event.target.value)}
      select={choices !== undefined}
      slotProps={{
        ...((isDated || showsEmpty) && { inputLabel: { shrink: true } }),
        ...slotProps,
        select: { displayEmpty: showsEmpty, ...slotProps?.select },
      }}
    >
      {choices?.map(([value, text]) => (
        <MenuItem key={value} value={value}>
          {translate(String(text))}
        </MenuItem>
      ))}
    </TextField>
  );
}
