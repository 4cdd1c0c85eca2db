import { TextField } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSay } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';

const MASK = '•••';

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
