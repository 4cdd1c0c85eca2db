import type { PayoutDetail as PayoutView, StatementMatch } from '@fynbos/api/payouts/answers.ts';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { useAction, useCommand } from '../api/use-command.ts';
import { Empty, HelpText } from '../components/texts.tsx';
import { FileButton } from '../form/FileButton.tsx';
import { Field, SwitchField } from '../form/inputs.tsx';
import { PageForm } from '../form/PageForm.tsx';
import { useSendOnce } from '../form/submit.tsx';
import { grouped, today } from '../format/format.ts';
import { T, useTranslation } from '../i18n/T.tsx';
import { StatementPreview } from './StatementPreview.tsx';

/** Whether a file is of the bank, instead of a list of results, which has a column `outcome`. */
export const isOfBank = (text: string): boolean => !/^\uFEFF?[^<\n]*\boutcome\b/i.test(text.trimStart());

/** Matches a file of the bank to the lines of the run, and offers its results for recording. */
function BankFile({ path }: { path: `payouts/${string}` }) {
  const { upload } = useCommand();
  const { setValue } = useFormContext<Response>();
  const { act } = useAction();
  const [match, setMatch] = useState<StatementMatch | null>(null);
  const [statement, setStatement] = useState('');
  const use = (text: string) => setValue('text', text, { shouldDirty: true });
  const choose = async (content: string) => {
    setMatch(null);
    if (!isOfBank(content)) return use(content);
    setStatement(content);
    await act(async () => setMatch(await upload(`${path}/statement`, content, { type: 'text/plain' })));
  };
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
      {match && (
        <StatementPreview
          match={match}
          onBook={async () => {
            const book = () => upload(`${path}/cash-in-transit`, statement, { type: 'text/plain' });
            if (await act(book, 'Cash in transit booked.')) await choose(statement);
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

/** Imports the bank's response, pasted or from a file. Lines match by the references of the payment file. */
export function BankResults({ run, mayChange }: { run: PayoutView; mayChange: boolean }) {
  const { upload } = useCommand();
  const translate = useTranslation();
  const notify = useNotify();
  const sendOnce = useSendOnce();
  const [recorded, setRecorded] = useState(0);
  if (run.status !== 'exported' && run.status !== 'settled')
    return <Empty>Results can be recorded once the files are written.</Empty>;
  const path = `payouts/${run.id}` as const;
  const send = async (response: Response) => {
    const { message, ignoredLines } = await sendOnce(response, (answerId) => {
      const { restPaid, on, text } = response;
      const results = text.trim() === '' ? 'reference,outcome,reason\n' : text;
      return upload(`${path}/answer`, results, { query: { answerId, rest: restPaid ? 'paid' : 'open', on } });
    });
    notify(message, { type: ignoredLines > 0 ? 'warning' : 'success' });
    setRecorded(recorded + 1);
  };
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
    <PageForm<Response> action="Record the results" send={send} values={{ text: '', on: today(), restPaid: false }}>
      {open}
      <BankFile key={recorded} path={path} />
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
      <Field isOptional label="Day of the results" source="on" type="date" />
      <SwitchField label="Mark every other line as paid" source="restPaid" />
    </PageForm>
  );
}
