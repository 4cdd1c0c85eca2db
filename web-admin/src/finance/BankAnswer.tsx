import { Alert, Button, FormControlLabel, Switch, TextField } from '@mui/material';
import { useState } from 'react';
import { type HttpError, useNotify } from 'react-admin';
import { json } from '../api/http.ts';
import { grouped } from '../format/format.ts';
import './finance.css';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { alertType } from '../record/alert-type.ts';
import type { PayoutView } from './payout.ts';

const today = (): string => new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 10);

/** Imports the bank's response, pasted or from a file. Lines match by the references of the payment file. */
export function BankAnswer({ run, mayChange, onDone }: { run: PayoutView; mayChange: boolean; onDone: () => unknown }) {
  const say = useSay();
  const notify = useNotify();
  const [text, setText] = useState('');
  const [restPaid, setRestPaid] = useState(false);
  const [on, setOn] = useState(today());
  // Idempotency key: an unchanged response sent again keeps its id, an edited one gets a new id.
  const [answerId, setAnswerId] = useState(() => crypto.randomUUID());
  const typed = () => setAnswerId(crypto.randomUUID());
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  if (run.status !== 'exported' && run.status !== 'settled')
    return (
      <p className="empty">
        <T>The bank can answer once the files are written.</T>
      </p>
    );
  const submit = async () => {
    setBusy(true);
    try {
      const query = new URLSearchParams({ answerId, rest: restPaid ? 'paid' : 'open', on });
      const body = text.trim() === '' ? 'reference,outcome,reason\n' : text;
      const { json: answer } = await json(`/api/admin/payouts/${run.id}/answer?${query}`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'text/csv' },
      });
      notify((answer as { message: string }).message, { type: 'success' });
      setErrors([]);
      setText('');
      typed();
      onDone();
    } catch (failure) {
      const { message, body } = failure as HttpError;
      const { root: _root, ...lines } = (body?.errors ?? {}) as Record<string, string>;
      setErrors(Object.entries(lines).map(([line, error]) => `${line}: ${error}`));
      notify(message, { type: alertType(failure) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="finance-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p>
        {run.openLines === 0 ? (
          <T>Every line is answered. A payment that the bank sends back later is entered here too.</T>
        ) : (
          <T values={{ openLines: grouped(run.openLines) }}>{"%{openLines} lines wait for the bank's answer."}</T>
        )}
      </p>
      {mayChange && (
        <>
          <Button component="label" variant="outlined">
            <T>Choose the answer file</T>
            <input
              accept=".csv,text/csv"
              hidden
              onChange={async (event) => {
                typed();
                setText((await event.target.files?.[0]?.text()) ?? '');
              }}
              type="file"
            />
          </Button>
          <TextField
            helperText={say(
              'CSV with the columns reference, outcome (paid, failed or returned) and reason. The reference is the tracking number, or what stands in the file for it.',
            )}
            label={say('Answer')}
            minRows={5}
            multiline
            onChange={(event) => {
              typed();
              setText(event.target.value);
            }}
            placeholder={say('reference,outcome,reason\nFT000000017,failed,Account closed')}
            slotProps={{ inputLabel: { shrink: true } }}
            value={text}
          />
          <TextField
            label={say('Day of the answer')}
            onChange={(event) => {
              typed();
              setOn(event.target.value);
            }}
            slotProps={{ inputLabel: { shrink: true } }}
            type="date"
            value={on}
          />
          <FormControlLabel
            control={
              <Switch
                checked={restPaid}
                onChange={(event) => {
                  typed();
                  setRestPaid(event.target.checked);
                }}
              />
            }
            label={say('All lines that are not named here were paid')}
          />
          {errors.length > 0 && (
            <Alert severity="error" variant="outlined">
              <ul>
                {errors.map((error) => (
                  <li key={error}>
                    <T>{error}</T>
                  </li>
                ))}
              </ul>
            </Alert>
          )}
          <Button disabled={busy} type="submit" variant="contained">
            <T>Settle the lines</T>
          </Button>
        </>
      )}
    </form>
  );
}
