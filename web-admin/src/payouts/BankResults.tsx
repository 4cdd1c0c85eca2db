import type { PayoutDetail as PayoutView, StatementMatch } from '@fynbos/api/payouts/answers.ts';
import { Alert, Button, FormControlLabel, Switch } from '@mui/material';
import { useState } from 'react';
import { type HttpError, useNotify } from 'react-admin';
import { json } from '../api/http.ts';
import { InputField } from '../form/InputField.tsx';
import { grouped, today } from '../format/format.ts';
import { T, useSay } from '../i18n/T.tsx';
import { ActionButton, alertType } from '../record/ActionButton.tsx';
import { Empty, Remark } from '../record/texts.tsx';
import { StatementPreview } from './StatementPreview.tsx';

/** Whether a file is of the bank, instead of a list of results, which has a column `outcome`. */
export const isOfBank = (text: string): boolean => !/^\uFEFF?[^<\n]*\boutcome\b/i.test(text.trimStart());

/** Imports the bank's response, pasted or from a file. Lines match by the references of the payment file. */
export function BankResults({
  run,
  mayChange,
  onDone,
}: {
  run: PayoutView;
  mayChange: boolean;
  onDone: () => unknown;
}) {
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
  const [match, setMatch] = useState<StatementMatch | null>(null);
  const [statement, setStatement] = useState('');
  if (run.status !== 'exported' && run.status !== 'settled')
    return <Empty>Results can be recorded once the files are written.</Empty>;
  const sendStatement = async (path: 'statement' | 'cash-in-transit', content: string): Promise<unknown> => {
    setBusy(true);
    try {
      const headers = { 'Content-Type': 'text/plain' };
      return (await json(`/api/admin/payouts/${run.id}/${path}`, { method: 'POST', body: content, headers })).json;
    } catch (failure) {
      notify((failure as HttpError).message, { type: alertType(failure) });
      return null;
    } finally {
      setBusy(false);
    }
  };
  const choose = async (content: string) => {
    typed();
    setMatch(null);
    if (!isOfBank(content)) return setText(content);
    setStatement(content);
    const found = await sendStatement('statement', content);
    if (found) setMatch(found as StatementMatch);
  };
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
      const { message, ignoredLines } = answer as { message: string; ignoredLines: number };
      notify(message, { type: ignoredLines > 0 ? 'warning' : 'success' });
      setErrors([]);
      setText('');
      setMatch(null);
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
          <T>Every line has a result. A payment that the bank returns later is recorded here too.</T>
        ) : (
          <T values={{ openLines: grouped(run.openLines) }}>{'%{openLines} lines are awaiting a result.'}</T>
        )}
      </p>
      {mayChange && (
        <>
          <Button component="label" variant="outlined">
            <T>Choose the bank’s file</T>
            <input
              accept=".csv,.xml,.txt,.sta,.940,.mt940,text/csv,text/xml,text/plain"
              hidden
              onChange={async ({ target }) => {
                const content = (await target.files?.[0]?.text()) ?? '';
                // The same file can be chosen again.
                target.value = '';
                await choose(content);
              }}
              type="file"
            />
          </Button>
          <Remark>
            A bank statement (camt.053, camt.054 or MT940) or a CSV file of unpaids is matched to the lines first, and
            nothing is recorded until you confirm.
          </Remark>
          {match && (
            <StatementPreview
              match={match}
              onBook={async () => {
                if (!(await sendStatement('cash-in-transit', statement))) return;
                notify('Cash in transit booked.', { type: 'success' });
                await choose(statement);
              }}
              onUse={(day, list) => {
                typed();
                setOn(day);
                setText(list);
              }}
            />
          )}
          <InputField
            hint="CSV with the columns reference, outcome (paid, failed or returned) and reason. The reference is the tracking number, or its replacement in the file."
            label="Results"
            minRows={5}
            multiline
            onChange={(value) => {
              typed();
              setText(value);
            }}
            placeholder={say('reference,outcome,reason\nFT000000017,failed,Account closed')}
            slotProps={{ inputLabel: { shrink: true } }}
            value={text}
          />
          <InputField
            label="Day of the results"
            onChange={(value) => {
              typed();
              setOn(value);
            }}
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
            label={say('Mark every other line as paid')}
          />
          {errors.length > 0 && (
            <Alert severity="error" variant="outlined">
              <ul>
                {errors.map((error) => (
                  <T as="li" key={error}>
                    {error}
                  </T>
                ))}
              </ul>
            </Alert>
          )}
          <ActionButton label="Record the results" disabled={busy} type="submit" variant="contained" />
        </>
      )}
    </form>
  );
}
