import type { ReadBackView as ReadBack } from '@fynbos/api/ledger/answers.ts';
import { useState } from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable, figures } from '../components/FigureTable.tsx';
import { HelpText, Note } from '../components/texts.tsx';
import { FileField } from '../form/FileButton.tsx';
import { PageForm } from '../form/PageForm.tsx';
import { date, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

const STATES = {
  agrees: 'Agrees',
  differs: 'Differs',
  missing: 'Not in your ledger',
  extra: 'Only in your ledger',
} as const;

const LINES = '%{count} line |||| %{count} lines';

function ReadBackResult({ result }: { result: ReadBack }) {
  const { rows, agreeing, differing, differenceCents, otherAccounts, otherDays, kind } = result;
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? rows : rows.filter(({ state }) => state !== 'agrees');
  return (
    <>
      <Note
        role="status"
        severity={differing === 0 ? 'success' : 'warning'}
        values={
          differing === 0
            ? { count: agreeing }
            : {
                count: differing,
                amount: rand(differenceCents),
                others: ['%{count} agrees. |||| %{count} agree.', { count: agreeing }],
              }
        }
      >
        {differing === 0
          ? 'Everything agrees: %{count} amount, to the cent. |||| Everything agrees: %{count} amounts, to the cent.'
          : '%{count} amount differs by %{amount}. %{others} |||| %{count} amounts differ by %{amount} in total. %{others}'}
      </Note>
      {otherAccounts + otherDays > 0 && (
        <HelpText values={{ accounts: [LINES, { count: otherAccounts }], days: [LINES, { count: otherDays }] }}>
          {'Not compared: %{accounts} of accounts that are not mapped, %{days} of other days.'}
        </HelpText>
      )}
      {shown.length > 0 && (
        <>
          <FigureTable
            caption="Export and ledger by account and day"
            columns={[
              ...(kind === 'journal' ? ['Day'] : []),
              'Account',
              ...figures('Difference', 'Exported', 'In your ledger'),
              'Result',
            ]}
            rows={shown.map((row) => {
              const cells = [
                <span key="account">
                  {row.code} {row.name}
                </span>,
                rand(row.differenceCents),
                rand(row.exportedCents),
                rand(row.postedCents),
                <T key="state">{STATES[row.state]}</T>,
              ] as const;
              const key = `${row.day} ${row.code}`;
              return kind === 'journal' ? [key, date(row.day), ...cells] : [key, ...cells];
            })}
          />
          <HelpText>Amounts are debits less credits.</HelpText>
        </>
      )}
      {agreeing > 0 && (
        <p>
          <ActionButton
            label={showsAll ? 'Show only differences' : 'Show every amount'}
            onClick={() => setShowsAll(!showsAll)}
            size="small"
          />
        </p>
      )}
    </>
  );
}

export function ReadBackForm({ id }: { id: string }) {
  const [result, setResult] = useState<ReadBack | null>(null);
  return (
    <>
      <PageForm<{ file: File | '' }>
        action="Compare"
        busyLabel="Comparing..."
        keepsValues
        send={async ({ file }, { upload }) => {
          setResult(null);
          setResult(await upload(`ledger-exports/${id}/read-back`, file));
        }}
        values={{ file: '' }}
      >
        <HelpText>
          A journal listing of your ledger (CSV with date, account code and amount, or debit and credit) is compared by
          day and account. A trial balance of these days, without dates, is compared by account.
        </HelpText>
        <FileField label="Choose the file of your ledger" missing="Choose the file of your ledger." source="file" />
      </PageForm>
      {result && <ReadBackResult result={result} />}
    </>
  );
}
