import { Button, FormHelperText } from '@mui/material';
import { type ReactNode, useId, useRef } from 'react';
import { useInput, ValidationError } from 'react-admin';
import { useTranslation } from '../i18n/T.tsx';

/** Chooses a file and then shows its name. */
export function FileButton({
  file,
  label,
  accept = '.csv,text/csv',
  disabled,
  onChoose,
  problem,
}: {
  file?: File | null;
  label: string;
  accept?: string;
  disabled?: boolean;
  onChoose: (file: File | null) => unknown;
  problem?: ReactNode;
}) {
  const translate = useTranslation();
  const problemId = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button
        aria-describedby={problem ? problemId : undefined}
        // The name of the file alone would not say what the button does.
        aria-label={file ? `${translate(label)}: ${file.name}` : undefined}
        disabled={disabled}
        onClick={() => input.current?.click()}
        variant="outlined"
      >
        {file ? file.name : translate(label)}
      </Button>
      <input
        accept={accept}
        aria-label={translate(label)}
        hidden
        onChange={({ target }) => {
          const chosen = target.files?.[0] ?? null;
          // The same file can be chosen again.
          target.value = '';
          onChoose(chosen);
        }}
        ref={input}
        type="file"
      />
      {problem && (
        <FormHelperText error id={problemId} role="alert">
          {problem}
        </FormHelperText>
      )}
    </div>
  );
}

/** Form field for a file. `missing`: message without one. */
export function FileField({ source, label, missing }: { source: string; label: string; missing: string }) {
  const {
    field: { value, onChange },
    fieldState: { error },
  } = useInput<File | ''>({ source, validate: (file) => (file ? undefined : missing) });
  return (
    <FileButton
      file={value || null}
      label={label}
      onChoose={onChange}
      problem={error?.message && <ValidationError error={error.message} />}
    />
  );
}
