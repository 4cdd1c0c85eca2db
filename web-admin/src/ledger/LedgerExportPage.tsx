import type { LedgerExportView as LedgerExportDetail } from '@fynbos/api/ledger/answers.ts';
import { Alert } from '@mui/material';
import { Link, useParams } from 'react-router-dom';
import { useMay } from '../api/use-may.ts';
import { DownloadButton } from '../components/ActionButton.tsx';
import { FigureTable, figure, figures } from '../components/FigureTable.tsx';
import { RecordPage } from '../components/RecordPage.tsx';
import { Facts, Heading, Note } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { date, instant, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { readBackText } from './ledger-export.ts';
import { ReadBackForm } from './ReadBackForm.tsx';

type Sum = LedgerExportDetail['sums'][number];
const total = (sums: readonly Sum[], side: 'debitCents' | 'creditCents'): string =>
  rand(sums.reduce((all, sum) => all + sum[side], 0));

function RepeatedExport({ repeated, changedAccounts, changedSettings }: LedgerExportDetail) {
  if (!repeated)
    return changedAccounts.length === 0 ? null : (
      <Note severity="info" values={{ accounts: changedAccounts.join(', ') }}>
        {'The accounts for %{accounts} were changed after this export. A new export would use the new ones.'}
      </Note>
    );
  const { id, exportedAt, exportedByName, isSame, differences } = repeated;
  return (
    <>
      <Alert severity={isSame ? 'info' : 'warning'} variant="outlined">
        <Link to={`/ledger/exports/${id}`}>
          <T values={{ name: exportedByName, at: instant(exportedAt) }}>{'%{name} exported the same days on %{at}.'}</T>
        </Link>{' '}
        {isSame && <T>The files are the same, byte for byte.</T>}
        {!isSame && differences.length > 0 && <T>Later postings changed the amounts below.</T>}
        {!isSame && changedAccounts.length > 0 && (
          <T values={{ accounts: changedAccounts.join(', ') }}>
            {' The accounts for %{accounts} were changed in between.'}
          </T>
        )}
        {!isSame && changedSettings && <T> The ledger settings were changed in between.</T>}
      </Alert>
      {differences.length > 0 && (
        <FigureTable
          caption="Changed by later postings"
          columns={['Day', 'Account', ...figures('Before', 'Now', 'Change')]}
          isTitled
          rows={differences.map(({ day, ours, beforeCents, afterCents }) => [
            `${day} ${ours}`,
            date(day),
            ours,
            rand(beforeCents),
            rand(afterCents),
            rand(afterCents - beforeCents),
          ])}
        />
      )}
    </>
  );
}

function Files({ id, files }: LedgerExportDetail) {
  return files.map(({ name, sha256, lines }, at) => (
    <div key={name}>
      <div className="actions">
        <DownloadButton
          label={['Download %{name}', { name }]}
          variant={at === 0 ? 'contained' : 'outlined'}
          path={`ledger-exports/${id}/files/${at + 1}`}
        />
      </div>
      <p className="quiet break">
        <T values={{ count: lines, sha256 }}>
          {'%{count} line, SHA-256 %{sha256} |||| %{count} lines, SHA-256 %{sha256}'}
        </T>
      </p>
    </div>
  ));
}

function Comparisons({ readBacks }: LedgerExportDetail) {
  if (readBacks.length === 0) return null;
  return (
    <FigureTable
      caption="Comparisons so far"
      isTitled
      columns={['Compared', 'File', 'Result', figure('Difference')]}
      rows={readBacks.map((each) => [
        each.readAt,
        `${each.readByName}, ${instant(each.readAt)}`,
        [
          each.kind === 'journal'
            ? 'Journal, %{count} line |||| Journal, %{count} lines'
            : 'Trial balance, %{count} line |||| Trial balance, %{count} lines',
          { count: each.lines },
        ],
        readBackText(each),
        rand(each.differenceCents),
      ])}
    />
  );
}

const SIDES = figures('Debit', 'Credit');

/** Sums by account, and below them by day. */
function AccountSums({ sums, position }: LedgerExportDetail) {
  return (
    <>
      <FigureTable
        caption="Sums by account"
        isTitled
        columns={['Account', ...SIDES]}
        rows={[...Map.groupBy(sums, ({ code, name }) => `${code} ${name}`)]
          .sort()
          .map(([account, own]) => [
            account,
            <span key="account">{account}</span>,
            total(own, 'debitCents'),
            total(own, 'creditCents'),
          ])}
        totals={[['Total'], total(sums, 'debitCents'), total(sums, 'creditCents')]}
      />
      <details>
        <T as="summary">By day</T>
        <FigureTable
          caption="Sums by day and account"
          columns={['Day', 'Account', ...SIDES]}
          rows={sums.map((sum) => [
            `${sum.day} ${sum.ours}`,
            date(sum.day),
            <span key="account">
              {sum.code} {sum.name}
            </span>,
            sum.debitCents === 0 ? '' : rand(sum.debitCents),
            sum.creditCents === 0 ? '' : rand(sum.creditCents),
          ])}
        />
        <p className="quiet break">
          <T values={{ position }}>{'Based on the log up to position %{position}.'}</T>
        </p>
      </details>
    </>
  );
}

export default function LedgerExportPage() {
  const { id = '' } = useParams();
  const may = useMay();
  return (
    <RecordPage
      head={({ systemName, from, to }) => ({
        title: ['%{system}: %{from} to %{to}', { system: systemName, from: date(from), to: date(to) }],
      })}
      kind="Export"
      parent={{ to: '/ledger?tab=your-ledger', label: 'Your ledger' }}
      read={useRead(`ledger-exports/${id}`)}
    >
      {(data) => (
        <>
          <Facts
            facts={[
              ['Debits and credits', rand(data.debitCents)],
              ['Exported', `${data.exportedByName}, ${instant(data.exportedAt)}`],
              ['Compared with your ledger', readBackText(data.readBack)],
            ]}
          />
          <RepeatedExport {...data} />
          <Heading>Files</Heading>
          <Files {...data} />
          <Heading>Compare with your ledger</Heading>
          {may('months:close') && <ReadBackForm id={id} />}
          <Comparisons {...data} />
          <AccountSums {...data} />
        </>
      )}
    </RecordPage>
  );
}
