import { Button } from '@mui/material';
import { useRef } from 'react';
import { useSay } from '../i18n/T.tsx';

/** Chooses a CSV file and then shows its name. */
export function FileButton({
  file,
  label,
  onChoose,
}: {
  file: File | null;
  label: string;
  onChoose: (file: File | null) => void;
}) {
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button onClick={() => input.current?.click()} variant="outlined">
        {file ? file.name : say(label)}
      </Button>
      <input
        accept=".csv,text/csv"
        aria-label={say(label)}
        hidden
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
        ref={input}
        type="file"
      />
    </div>
  );
}
