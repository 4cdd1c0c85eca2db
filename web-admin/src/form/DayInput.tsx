import { useState } from 'react';
import { InputField, type InputProps } from './InputField.tsx';

/** Before the programme. A date input gives a date for each digit of a typed year: 0002, 0020, 0202. */
const FIRST_YEAR = '2000';

/** Keeps a date of a year that is still being typed, and passes on the others. */
export function DayInput({
  day,
  isOptional = false,
  onChange,
  ...input
}: Omit<InputProps, 'onBlur' | 'type' | 'value' | 'onChange'> & {
  readonly day: string;
  /** Whether the day can be emptied. */
  readonly isOptional?: boolean;
  readonly onChange: (day: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <InputField
      {...input}
      onBlur={() => setTyped(null)}
      onChange={(value) => {
        const isWhole = value >= FIRST_YEAR || (isOptional && value === '');
        setTyped(isWhole ? null : value);
        if (isWhole) onChange(value);
      }}
      type="date"
      value={typed ?? day}
    />
  );
}
