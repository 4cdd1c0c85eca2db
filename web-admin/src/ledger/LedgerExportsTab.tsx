import type { LedgerExportPreview, LedgerExports } from '@fynbos/api/ledger/answers.ts';
import { addDays } from '@fynbos/domain/calendar.ts';
import { Alert } from '@mui/material';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useAction, useCommand } from '../api/use-command.ts';
import { useMay } from '../api/use-may.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable, figure } from '../components/FigureTable.tsx';
import { Empty, Heading } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { InputField } from '../form/InputField.tsx';
import { date, instant, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { LedgerChart } from './LedgerChart.tsx';
import { ACCOUNTING_SYSTEMS, readBackText, type System } from './ledger-export.ts';
import { type Days, dayBefore, Period, usePeriod } from './Period.tsx';

/** The days of the month before the current one. */
function lastMonth(): Days {
  const first = `${dayBefore(0).slice(0, 7)}-01`;
  const last = addDays(first, -1);
  return { from: `${last.slice(0, 7)}-01`, to: last };
}

function ExportPreview({ preview }: { preview: LedgerExportPreview }) {
  const { days, lines, debitCents, problems, repeats, differences, overlaps } = preview;
  if (lines === 0) return <Empty>The journal has no entries on these days. Choose other dates above.</Empty>;
  return (
    <>
      <T
        as="p"
        values={{
          lines: ['%{count} line |||| %{count} lines', { count: lines }],
          days: ['%{count} day |||| %{count} days', { count: days }],
          total: rand(debitCents),
        }}
      >
        {'%{lines} on %{days}. Debits and credits are %{total} each.'}
      </T>
      {problems.length > 0 && (
        <Alert severity="warning" variant="outlined">
          <T>These accounts and settings are needed first. Complete them below.</T>
          <ul>
            {problems.map((problem) => (
              <T as="li" key={problem}>
                {problem}
              </T>
            ))}
          </ul>
        </Alert>
      )}
      {repeats && (
        <Alert severity="info" variant="outlined">
          <Link to={`/ledger/exports/${repeats}`}>
            <T>These days were exported before.</T>
          </Link>{' '}
          <T values={{ count: differences.length }}>
            {differences.length === 0
              ? 'The journal has not changed since.'
              : 'Later postings changed %{count} amount. |||| Later postings changed %{count} amounts.'}
          </T>
        </Alert>
      )}
      {overlaps.length > 0 && (
        <Alert severity="warning" variant="outlined">
          <T>Some of these days are in other exports. If you import both, they are posted twice:</T>
          <ul>
            {overlaps.map(({ exportId, from, to }) => (
              <li key={exportId}>
                <Link to={`/ledger/exports/${exportId}`}>
                  {date(from)} – {date(to)}
                </Link>
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

function LedgerExportForm({ mayChange }: { mayChange: boolean }) {
  const { command } = useCommand();
  const navigate = useNavigate();
  const [days, setDays] = usePeriod(lastMonth());
  const [system, setSystem] = useState<System>('xero');
  const { act, isBusy } = useAction();
  const { data, error, notice } = useRead('ledger-exports/preview', { query: { system, ...days }, rows: 2 });
  const send = () =>
    act(async () => {
      const { id } = await command('POST', 'ledger-exports', { system, ...days });
      navigate(`/ledger/exports/${id}`);
    });
  return (
    <>
      <Period days={days} onChange={setDays} />
      <InputField
        label="Accounting system"
        onChange={(value) => setSystem(value as System)}
        sx={{ minWidth: '14rem' }}
        value={system}
        choices={Object.entries(ACCOUNTING_SYSTEMS).map(([key, name]) => [key, name] as const)}
      />
      {notice}
      {data && !error && <ExportPreview preview={data} />}
      {mayChange && (
        <p>
          <ActionButton
            label="Export to your ledger"
            disabled={isBusy || !data || Boolean(error) || data.lines === 0 || data.problems.length > 0}
            onClick={() => void send()}
            variant="contained"
          />
        </p>
      )}
    </>
  );
}

function LedgerExportTable({ exports }: { exports: LedgerExports }) {
  return (
    <FigureTable
      caption="Exports to your ledger"
      empty="No exports yet. Each export is listed here with its files and checksums."
      columns={['Days', 'System', figure('Total'), 'Exported', 'Compared with your ledger']}
      rows={exports.map((each) => [
        each.id,
        <Link key="days" to={`/ledger/exports/${each.id}`}>
          {date(each.from)} – {date(each.to)}
        </Link>,
        each.systemName,
        rand(each.debitCents),
        `${each.exportedByName}, ${instant(each.exportedAt)}`,
        readBackText(each.readBack),
      ])}
    />
  );
}

/** The journal for the company's own accounting system: export, earlier exports, and the chart of accounts (L17). */
export function LedgerExportsTab() {
  const may = useMay();
  const mayChange = may('months:close');
  const exports = useRead('ledger-exports');
  const chart = useRead('ledger-chart');
  const notice = exports.notice ?? chart.notice;
  if (!exports.data || !chart.data) return notice;
  return (
    <>
      {notice}
      <T as="p">
        Journal files for your accounting system, with one double entry per day and kind. Import a file there, then
        compare the ledger with the export.
      </T>
      <LedgerExportForm mayChange={mayChange} />
      <Heading>Exports</Heading>
      <LedgerExportTable exports={exports.data} />
      <Heading>Chart of accounts</Heading>
      <LedgerChart chart={chart.data} mayChange={mayChange} />
    </>
  );
}
