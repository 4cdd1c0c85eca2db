import { Alert, Button, MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { words } from '../format/format.ts';
import { ItemAnswerNote } from './ItemAnswerNote.tsx';
import { SAMPLES, sampleText } from './samples.ts';
import { useItem } from './use-item.ts';

/** Tries a rental event with this integrator's rights, as a dry run: the answer is the real one, nothing is recorded. */
export function TryIt({ id }: { id: string }) {
  const [type, setType] = useState('invoice');
  const { text, change, answer, problem, busy, send } = useItem(
    `integrators/${id}/try`,
    () => sampleText('invoice'),
    (item) => item,
  );
  return (
    <form
      className="answer-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p>A dry run with this integrator's rights: the answer is the real one, and nothing is recorded.</p>
      <TextField
        label="Sample"
        onChange={(event) => {
          setType(event.target.value);
          change(sampleText(event.target.value));
        }}
        select
        value={type}
      >
        {Object.keys(SAMPLES).map((each) => (
          <MenuItem key={each} value={each}>
            {words(each)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label="Item"
        minRows={10}
        multiline
        onChange={(event) => change(event.target.value)}
        slotProps={{ htmlInput: { className: 'mono', spellCheck: false } }}
        value={text}
      />
      <div>
        <Button disabled={busy} type="submit" variant="contained">
          {busy ? 'Sending...' : 'Send as a dry run'}
        </Button>
      </div>
      <div aria-live="polite">
        {problem && (
          <Alert severity="error" variant="outlined">
            {problem}
          </Alert>
        )}
        {answer && <ItemAnswerNote answer={answer} note="is what a real call would be answered." />}
      </div>
      <p className="quiet">
        From a program: <span className="mono">POST /api/integrations/rental-events</span> with the header{' '}
        <span className="mono">Authorization: Bearer</span> and a key; <span className="mono">?dryRun=true</span>{' '}
        records nothing. <a href="/api/docs">All calls</a>
      </p>
    </form>
  );
}
