import type { PayoutDetail as PayoutView, StatementMatch } from '@fynbos/api/payouts/answers.ts';
import { DialogActions, DialogContent } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useAction, useCommand } from '../api/use-command.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { Empty, HelpText } from '../components/texts.tsx';
import { FileButton } from '../form/FileButton.tsx';
import { DialogFrame } from '../form/FormDialog.tsx';
import { Field, SwitchField } from '../form/inputs.tsx';
import { PageForm } from '../form/PageForm.tsx';
import { useSendOnce } from '../form/submit.tsx';
import { date, rand, today } from '../format/format.ts';
import { T, useTranslation } from '../i18n/T.tsx';
import { StatementPreview } from './StatementPreview.tsx';

/** Whether a file is of the bank, instead of a list of results, which has a column `outcome`. */
export const isOfBank = (text: string): boolean => !/^\uFEFF?[^<\n]*\boutcome\b/i.test(text.trimStart());

/**
 * Matches a file of the bank to the lines of the run, and offers its results for recording. Matches it again after each
 * of the `recordings`, for the results of its other days.
 */
function BankFile({ path, recordings }: { path: `payouts/${string}`; recordings: number }) {
  const { upload } = useCommand();
  const { setValue } = useFormContext<Response>();
  const { act, isBusy } = useAction();
  const chosen = useRef('');
  const [matched, setMatched] = useState<{ statement: string; match: StatementMatch } | null>(null);
  const use = (text: string) => setValue('text', text, { shouldDirty: true });
  const compare = (statement: string) =>
    act(async () => {
      const match = await upload(`${path}/statement`, statement, { type: 'text/plain' });
      // Another file may have been chosen in the meantime.
      if (statement === chosen.current) setMatched({ statement, match });
    });
  const choose = async (content: string) => {
    setMatched(null);
    chosen.current = isOfBank(content) ? content : '';
    await (chosen.current ? compare(content) : use(content));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each recording
  useEffect(() => {
    if (recordings > 0 && chosen.current) void compare(chosen.current);
  }, [recordings]);
  return (
    <>
      <FileButton
        accept=".csv,.xml,.txt,.sta,.940,.mt940,text/csv,text/xml,text/plain"
        label="Choose the bank’s file"
        onChoose={async (file) => choose((await file?.text()) ?? '')}
      />
      <HelpText>
        A bank statement (camt.053, camt.054 or MT940) or a CSV file of unpaids is matched to the lines first, and
        nothing is recorded until you confirm.
      </HelpText>
      {matched && (
        <StatementPreview
          isBusy={isBusy}
          match={matched.match}
          onBook={async () => {
            const { statement } = matched;
            const book = () => upload(`${path}/cash-in-transit`, statement, { type: 'text/plain' });
            // Another file may have been chosen in the meantime.
            if ((await act(book, 'Cash in transit booked.')) && statement === chosen.current) await compare(statement);
          }}
          onUse={(day, list) => {
            setValue('on', day);
            use(list);
          }}
        />
      )}
    </>
  );
}

interface Response {
  readonly text: string;
  readonly on: string;
  readonly restPaid: boolean;
}

/** Asks before every line without a result is recorded as paid: each of them takes a correction to undo. */
function RestPaidQuestion({
  run: { openLines, sent, paid, failed, returned },
  response: { text, on },
  answer,
}: {
  readonly run: PayoutView;
  readonly response: Response;
  readonly answer: (isSure: boolean) => void;
}) {
  const nett = sent.nettCents - paid.nettCents - failed.nettCents - returned.nettCents;
  return (
    <DialogFrame onClose={() => answer(false)} title="Record every other line as paid?">
      <DialogContent>
        <T as="p" values={{ count: openLines, nett: rand(nett), day: date(on) }}>
          {text.trim() === ''
            ? '%{count} line, %{nett} nett, is recorded as paid on %{day}. |||| %{count} lines, %{nett} nett, are recorded as paid on %{day}.'
            : '%{count} line, %{nett} nett, is open. It is recorded as paid on %{day}, unless your results list it. |||| %{count} lines, %{nett} nett, are open. They are recorded as paid on %{day}, except those that your results list.'}
        </T>
        <T as="p">The agents are notified. Undoing this takes an approved correction for each line.</T>
      </DialogContent>
      <DialogActions>
        <ActionButton label="Cancel" autoFocus onClick={() => answer(false)} />
        <ActionButton label="Record as paid" onClick={() => answer(true)} variant="contained" />
      </DialogActions>
    </DialogFrame>
  );
}

/** Imports the bank's response, pasted or from a file. Lines match by the references of the payment file. */
export function BankResults({ run, mayChange }: { run: PayoutView; mayChange: boolean }) {
  const { upload } = useCommand();
  const translate = useTranslation();
  const notify = useNotify();
  const sendOnce = useSendOnce();
  const [recordings, setRecordings] = useState(0);
  const [question, setQuestion] = useState<{ response: Response; answer(isSure: boolean): void } | null>(null);
  if (run.status !== 'exported' && run.status !== 'settled')
    return <Empty>Results can be recorded once the files are written.</Empty>;
  const path = `payouts/${run.id}` as const;
  const isSure = (response: Response) =>
    new Promise<boolean>((resolve) => {
      const answer = (sure: boolean) => {
        setQuestion(null);
        resolve(sure);
      };
      setQuestion({ response, answer });
    });
  const send = async (response: Response) => {
    if (response.restPaid && !(await isSure(response))) return null;
    const { message, ignoredLines } = await sendOnce(response, (answerId) => {
      const { restPaid, on, text } = response;
      const results = text.trim() === '' ? 'reference,outcome,reason\n' : text;
      return upload(`${path}/answer`, results, { query: { answerId, rest: restPaid ? 'paid' : 'open', on } });
    });
    notify(message, { type: ignoredLines > 0 ? 'warning' : 'success' });
    setRecordings((before) => before + 1);
    return undefined;
  };
  const open = (
    <p>
      {run.openLines === 0 ? (
        <T>Every line has a result. A payment that the bank returns later is recorded here too.</T>
      ) : (
        <T values={{ count: run.openLines }}>
          {'%{count} line is awaiting a result. |||| %{count} lines are awaiting a result.'}
        </T>
      )}
    </p>
  );
  if (!mayChange) return open;
  return (
    <PageForm<Response> action="Record the results" send={send} values={{ text: '', on: today(), restPaid: false }}>
      {open}
      <BankFile path={path} recordings={recordings} />
      <Field
        hint="CSV with the columns reference, outcome (paid, failed or returned) and reason. The reference is the tracking number, or its replacement in the file."
        isOptional
        label="Results"
        minRows={5}
        multiline
        placeholder={translate('reference,outcome,reason\nFT000000017,failed,Account closed')}
        slotProps={{ inputLabel: { shrink: true } }}
        source="text"
      />
      <Field label="Day of the results" source="on" type="date" />
      <SwitchField label="Mark every other line as paid" source="restPaid" />
      {question && <RestPaidQuestion {...question} run={run} />}
    </PageForm>
  );
}
