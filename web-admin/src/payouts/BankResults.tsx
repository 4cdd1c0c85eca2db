import type { PayoutDetail as PayoutView, StatementMatch } from '@fynbos/api/payouts/answers.ts';
import { Alert, FormControlLabel, Switch } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { upload } from '../api/http.ts';
import { FileButton } from '../form/FileButton.tsx';
import { FinanceForm } from '../form/FinanceForm.tsx';
import { InputField } from '../form/InputField.tsx';
import { grouped, today } from '../format/format.ts';
import { T, useSay } from '../i18n/T.tsx';
import { useAction } from '../record/ActionButton.tsx';
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
  const { act, busy, fields } = useAction();
  // The id makes the call idempotent: an unchanged response sent again keeps it, an edited one gets another.
  const [response, setResponse] = useState(() => ({
    text: '',
    on: today(),
    restPaid: false,
    answerId: crypto.randomUUID(),
  }));
  const change = (changes: Partial<Pick<typeof response, 'text' | 'on' | 'restPaid'>>) =>
    setResponse({ ...response, ...changes, answerId: crypto.randomUUID() });
  const [match, setMatch] = useState<StatementMatch | null>(null);
  const [statement, setStatement] = useState('');
  if (run.status !== 'exported' && run.status !== 'settled')
    return <Empty>Results can be recorded once the files are written.</Empty>;
  const path = `payouts/${run.id}`;
  const choose = async (content: string) => {
    setMatch(null);
    if (!isOfBank(content)) return change({ text: content });
    change({});
    setStatement(content);
    await act(async () => setMatch(await upload<StatementMatch>(`${path}/statement`, content, 'text/plain')));
  };
  const submit = () =>
    act(async () => {
      const { answerId, restPaid, on, text } = response;
      const query = new URLSearchParams({ answerId, rest: restPaid ? 'paid' : 'open', on });
      const { message, ignoredLines } = await upload<{ message: string; ignoredLines: number }>(
        `${path}/answer?${query}`,
        text.trim() === '' ? 'reference,outcome,reason\n' : text,
      );
      notify(message, { type: ignoredLines > 0 ? 'warning' : 'success' });
      change({ text: '' });
      setMatch(null);
      onDone();
    });
  const errors = Object.entries(fields);
  const open = (
    <p>
      {run.openLines === 0 ? (
        <T>Every line has a result. A payment that the bank returns later is recorded here too.</T>
      ) : (
        <T values={{ openLines: grouped(run.openLines) }}>{'%{openLines} lines are awaiting a result.'}</T>
      )}
    </p>
  );
  if (!mayChange) return open;
  return (
    <FinanceForm action="Record the results" busy={busy} onSubmit={submit}>
      {open}
      <FileButton
        accept=".csv,.xml,.txt,.sta,.940,.mt940,text/csv,text/xml,text/plain"
        label="Choose the bank’s file"
        onChoose={async (file) => choose((await file?.text()) ?? '')}
      />
      <Remark>
        A bank statement (camt.053, camt.054 or MT940) or a CSV file of unpaids is matched to the lines first, and
        nothing is recorded until you confirm.
      </Remark>
      {match && (
        <StatementPreview
          match={match}
          onBook={async () => {
            const book = () => upload(`${path}/cash-in-transit`, statement, 'text/plain');
            if (await act(book, 'Cash in transit booked.')) await choose(statement);
          }}
          onUse={(day, list) => change({ on: day, text: list })}
        />
      )}
      <InputField
        hint="CSV with the columns reference, outcome (paid, failed or returned) and reason. The reference is the tracking number, or its replacement in the file."
        label="Results"
        minRows={5}
        multiline
        onChange={(value) => change({ text: value })}
        placeholder={say('reference,outcome,reason\nFT000000017,failed,Account closed')}
        slotProps={{ inputLabel: { shrink: true } }}
        value={response.text}
      />
      <InputField
        label="Day of the results"
        onChange={(value) => change({ on: value })}
        type="date"
        value={response.on}
      />
      <FormControlLabel
        control={<Switch checked={response.restPaid} onChange={(_, restPaid) => change({ restPaid })} />}
        label={say('Mark every other line as paid')}
      />
      {errors.length > 0 && (
        <Alert severity="error" variant="outlined">
          <ul>
            {errors.map(([line, error]) => (
              <li key={line}>
                {line}: <T>{error}</T>
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </FinanceForm>
  );
}
