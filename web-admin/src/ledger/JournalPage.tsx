import { useState } from 'react';
import { PresentOnly } from '../as-of/PresentOnly.tsx';
import { DownloadButton } from '../components/ActionButton.tsx';
import { FigureTable, figure, figures } from '../components/FigureTable.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { RecordTabs } from '../components/RecordTabs.tsx';
import { Empty, Heading, HelpText } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { InputField } from '../form/InputField.tsx';
import { AgentPicker } from '../form/RecordPicker.tsx';
import { date, grouped, rand, today } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { recentMonths } from '../list/months.ts';
import { LedgerExportsTab } from './LedgerExportsTab.tsx';
import { dayBefore, Period, usePeriod } from './Period.tsx';
import '../form/PageForm.css';

const SIDES = [...figures('Debit', 'Credit')];
const sum = (rows: readonly { debitCents: number; creditCents: number }[], side: 'debitCents' | 'creditCents') =>
  rand(rows.reduce((all, row) => all + row[side], 0));

function Journal() {
  const [days, setDays] = usePeriod({ from: `${dayBefore(1).slice(0, 7)}-01`, to: dayBefore(1) });
  const { data, notice } = useRead('journal', { query: days, rows: 8 });
  return (
    <>
      <T as="p">
        Double entries for the general ledger, by recording date. Past days never change, and each line keeps its
        reference in every export.
      </T>
      <Period days={days} onChange={setDays} />
      {notice}
      {data?.days.length === 0 && <Empty>No entries in this period. Choose other dates above.</Empty>}
      {data && data.days.length > 0 && (
        <>
          <p>
            <DownloadButton
              label="Export the journal"
              variant="contained"
              path={`reports/journal.csv?${new URLSearchParams({ ...days })}`}
            />
          </p>
          <Heading>By account</Heading>
          <FigureTable
            caption="Journal by account"
            columns={['Account', 'Name', ...SIDES]}
            rows={data.accounts.map((row) => [
              row.code,
              row.code,
              [row.name],
              rand(row.debitCents),
              rand(row.creditCents),
            ])}
            totals={[['Total'], '', sum(data.accounts, 'debitCents'), sum(data.accounts, 'creditCents')]}
          />
          <Heading>By kind</Heading>
          <FigureTable
            caption="Journal by kind"
            columns={['Kind', ...figures('Entries', 'Gross', 'PAYE', 'Nett')]}
            rows={data.kinds.map((row) => [
              row.kind,
              <T key="label">{row.label}</T>,
              grouped(row.entries),
              rand(row.grossCents),
              rand(row.payeCents),
              rand(row.nettCents),
            ])}
          />
          <Heading>By day</Heading>
          <FigureTable
            caption="Journal by day"
            columns={['Day', figure('Lines'), ...SIDES]}
            rows={data.days.map((row) => [
              row.day,
              date(row.day),
              grouped(row.lines),
              rand(row.debitCents),
              rand(row.creditCents),
            ])}
          />
        </>
      )}
    </>
  );
}

function MonthEnd() {
  const [month, setMonth] = useState(() => dayBefore(Number(today().slice(-2))).slice(0, 7));
  return (
    <div className="page-form">
      <T as="p">
        A PDF with opening and closing liability, ageing, journal by account, payout runs, PAYE, reconciliation, alerts
        and controls. For the current month, up to yesterday.
      </T>
      <InputField choices={recentMonths(today())} label="Month" onChange={setMonth} value={month} />
      <DownloadButton label="Create month-end pack" variant="contained" path={`reports/month-end.pdf?month=${month}`} />
    </div>
  );
}

function Statement() {
  const [days, setDays] = usePeriod({ from: `${dayBefore(365).slice(0, 7)}-01`, to: dayBefore(0) });
  const [agent, setAgent] = useState('');
  const path = (ending: string) =>
    `travel-agents/${encodeURIComponent(agent)}/statement.${ending}?from=${days.from}&to=${days.to}`;
  return (
    <div className="page-form">
      <T as="p">Every entry of an agent’s account between two days, with the balance before and after.</T>
      <AgentPicker onChange={(agentId) => setAgent(String(agentId))} value={agent} />
      <Period days={days} onChange={setDays} />
      <div className="actions">
        <DownloadButton disabled={agent === ''} label="PDF" variant="contained" path={path('pdf')} />
        <DownloadButton disabled={agent === ''} label="CSV" path={path('csv')} />
      </div>
      {agent === '' && <HelpText>Choose a travel agent first.</HelpText>}
    </div>
  );
}

/** Export for the general ledger, and the file of the month. */
export default function JournalPage() {
  return (
    <>
      <PageHead title="Ledger and month end" />
      <RecordTabs
        label="Ledger"
        tabs={{
          journal: <Journal />,
          'your-ledger': (
            <PresentOnly>
              <LedgerExportsTab />
            </PresentOnly>
          ),
          'month-end': <MonthEnd />,
          'account-statement': <Statement />,
        }}
      />
    </>
  );
}
