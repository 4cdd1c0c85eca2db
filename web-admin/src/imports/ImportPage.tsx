import { saveFile } from '@fynbos/web-agent/src/api/save-file.ts';
import { Alert } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable } from '../components/FigureTable.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { Panel } from '../components/Panel.tsx';
import { Progress } from '../components/states.tsx';
import { STATUS_TONES } from '../components/status-tones.ts';
import { Heading, HelpText, MutedText, Note, Notes, StatusTag, Tag, TextLink } from '../components/texts.tsx';
import { FileButton } from '../form/FileButton.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { useLeaveGuard } from '../form/LeaveGuard.tsx';
import { grouped, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { RESULTS, type Report, reportCsv } from './import-report.ts';
import { type ImportProgress, type ImportRun, runImport } from './import-run.ts';

/** Maximum number of lines on the page. The downloaded file holds all lines that were kept. */
const MAX_LISTED_LINES = 200;

const save = ({ lines }: Report): void =>
  saveFile(new Blob([reportCsv(lines)], { type: 'text/csv;charset=utf-8' }), 'import-report.csv');

/** Lines by result, and each refused line or line with a warning, with its reason. */
function ImportReport({ report }: { report: Report }) {
  const { counts, lines, more } = report;
  return (
    <>
      <ul className="chips">
        {RESULTS.filter((result) => counts[result] > 0).map((result) => (
          <li key={result}>
            <Tag tone={STATUS_TONES[result]} values={{ result: [result], count: counts[result] }}>
              {'%{count} %{result}'}
            </Tag>
          </li>
        ))}
      </ul>
      {lines.length > 0 && (
        <>
          <Heading>Lines that need attention</Heading>
          <p>
            <ActionButton label="Download these lines as CSV" onClick={() => save(report)} variant="outlined" />
          </p>
          <FigureTable
            caption="Lines that were rejected, or imported with a warning"
            columns={['Line', 'Kind', 'Result', 'Reason']}
            rows={lines
              .slice(0, MAX_LISTED_LINES)
              .map(({ line, type, result, notes }) => [
                String(line),
                grouped(line),
                type && [words(type)],
                <StatusTag key="result" status={result} />,
                <Notes key="reason" notes={notes} />,
              ])}
          />
          {lines.length > MAX_LISTED_LINES && (
            <HelpText values={{ count: lines.length - MAX_LISTED_LINES + more, first: grouped(lines.length) }}>
              {more > 0
                ? '%{count} more line. The CSV contains the first %{first}. |||| %{count} more lines. The CSV contains the first %{first}.'
                : '%{count} more line. The CSV contains all lines. |||| %{count} more lines. The CSV contains all lines.'}
            </HelpText>
          )}
        </>
      )}
    </>
  );
}

type State =
  | { readonly at: 'nothing' }
  | {
      readonly at: 'running';
      readonly dryRun: boolean;
      readonly run: ImportRun;
      readonly progress: ImportProgress | null;
    }
  | { readonly at: 'finished'; readonly dryRun: boolean; readonly progress: ImportProgress }
  | { readonly at: 'failed'; readonly message: string };

/**
 * Runs an import while the page is open and stops it when the page is left. `lastDryRun`: report of the last
 * complete dry run of the file.
 */
function useImport() {
  const [state, setState] = useState<State>({ at: 'nothing' });
  const [lastDryRun, setLastDryRun] = useState<Report | null>(null);
  const running = useRef<ImportRun | null>(null);
  useEffect(() => () => running.current?.cancel(), []);
  useLeaveGuard(state.at === 'running' ? 'import' : null);
  const start = async (file: Blob, dryRun: boolean): Promise<void> => {
    const run = runImport(file, dryRun, (progress) => setState({ at: 'running', dryRun, run, progress }));
    running.current = run;
    setState({ at: 'running', dryRun, run, progress: null });
    try {
      const report = await run.report;
      setState({ at: 'finished', dryRun, progress: { sent: 1, report } });
      if (dryRun && isWhole(report)) setLastDryRun(report);
    } catch (error) {
      setState({ at: 'failed', message: (error as Error).message });
    } finally {
      running.current = null;
    }
  };
  const forget = () => {
    setState({ at: 'nothing' });
    setLastDryRun(null);
  };
  return { state, lastDryRun, start, forget };
}

function RunningImport({ run, progress }: Extract<State, { at: 'running' }>) {
  const share = Math.floor((progress?.sent ?? 0) * 100);
  return (
    <Progress label="The import" share={progress?.sent ?? null}>
      <T values={{ share, count: progress?.report.answered ?? 0 }}>
        {
          '%{share}% of the file sent · %{count} line processed |||| %{share}% of the file sent · %{count} lines processed'
        }
      </T>{' '}
      <ActionButton label="Stop" color="error" onClick={run.cancel} size="small" />
    </Progress>
  );
}

/** Whether every line has a result: the import was neither stopped nor aborted. */
const isWhole = ({ isComplete, error }: Report): boolean => isComplete && error === null;

const refusedOf = ({ counts }: Report): number => counts.conflict + counts.rejected + counts.unavailable;

function FinishedImport({ dryRun, progress: { report } }: Extract<State, { at: 'finished' }>) {
  const refused = refusedOf(report);
  if (!isWhole(report))
    return (
      <Alert severity="warning" variant="outlined">
        <T>{report.error ?? 'The import was stopped.'}</T>{' '}
        <T values={{ count: report.answered }}>
          {dryRun
            ? '%{count} line was checked. Nothing was recorded. |||| %{count} lines were checked. Nothing was recorded.'
            : '%{count} line was processed. Upload the file again: recorded lines are not imported twice. |||| %{count} lines were processed. Upload the file again: recorded lines are not imported twice.'}
        </T>
      </Alert>
    );
  return (
    <Alert severity={refused > 0 ? 'warning' : 'success'} variant="outlined">
      <T>{dryRun ? 'Dry run complete. Nothing was recorded.' : 'Import complete.'}</T>{' '}
      <T values={{ refused: grouped(refused), count: report.answered }}>
        {refused === 0
          ? dryRun
            ? 'The line would be imported. |||| All %{count} lines would be imported.'
            : 'The line was imported. |||| All %{count} lines were imported.'
          : dryRun
            ? '%{refused} of %{count} line would be rejected. The reasons are below. |||| %{refused} of %{count} lines would be rejected. The reasons are below.'
            : '%{refused} of %{count} line was rejected. The reasons are below. |||| %{refused} of %{count} lines were rejected. The reasons are below.'}
      </T>
    </Alert>
  );
}

/** Asks before the import: every new agent gets an e-mail. */
function ImportQuestion({ dryRun, onStart }: { dryRun: Report | null; onStart: () => unknown }) {
  return (
    <FormDialog
      action="Start import"
      send={async () => {
        onStart();
      }}
      title="Import this file?"
    >
      {dryRun ? (
        <T as="p" values={{ refused: grouped(refusedOf(dryRun)), count: dryRun.answered }}>
          {
            'Dry run: %{refused} of %{count} line would be rejected. |||| Dry run: %{refused} of %{count} lines would be rejected.'
          }
        </T>
      ) : (
        <T as="p">No complete dry run of this file yet. A dry run shows which lines would be rejected.</T>
      )}
      <T as="p">Imported agents get an email to set a password.</T>
    </FormDialog>
  );
}

/** A line type exactly as written in the file. */
const LineType = ({ name }: { name: string }) => <span className="mono">{name}</span>;

/** Imports agents and promotions of a running programme from a file: a dry run first, then a report by line. */
export default function ImportPage() {
  const [file, setFile] = useState<File | null>(null);
  const { state, lastDryRun, start, forget } = useImport();
  const isRunning = state.at === 'running';
  const progress = state.at === 'finished' || state.at === 'running' ? state.progress : null;
  return (
    <>
      <PageHead parent={{ to: '/travel-agents', label: 'Travel agents' }} title="Import agents and promotions" />
      <T
        as="p"
        values={{
          agent: <LineType name="agent" />,
          promotion: <LineType name="promotion" />,
          change: <LineType name="promotion-change" />,
          balance: <LineType name="opening-balance" />,
        }}
      >
        {
          'Upload an NDJSON file with one line per %{agent}, %{promotion}, %{change} or %{balance}. Try it as a dry run first. Lines that were imported before count as duplicates, so the same file can be uploaded again. Imported agents get an email to set a password. Rentals invoiced up to the opening-balance date are already included in it and are not paid again.'
        }
      </T>
      <div className="record-panels">
        <Panel title="File">
          <div className="actions">
            <FileButton
              accept=".ndjson,.jsonl,application/x-ndjson"
              disabled={isRunning}
              file={file}
              label="Choose a file"
              onChoose={(chosen) => {
                setFile(chosen);
                forget();
              }}
            />
            <ActionButton
              label="Dry run"
              disabled={!file || isRunning}
              onClick={() => file && start(file, true)}
              variant={state.at === 'finished' ? 'outlined' : 'contained'}
            />
            <ActionButton
              dialog={<ImportQuestion dryRun={lastDryRun} onStart={() => file && start(file, false)} />}
              disabled={!file || isRunning}
              label="Import"
              variant={state.at === 'finished' && state.dryRun ? 'contained' : 'outlined'}
            />
            {!file && <MutedText>Choose a file first.</MutedText>}
          </div>
        </Panel>
        <div aria-live="polite">
          {state.at === 'failed' && <Note severity="error">{state.message}</Note>}
          {state.at === 'finished' && <FinishedImport {...state} />}
        </div>
      </div>
      {state.at === 'running' && <RunningImport {...state} />}
      {progress && <ImportReport report={progress.report} />}
      {state.at === 'finished' && !state.dryRun && (
        <p>
          <TextLink to="/travel-agents" label="View travel agents" />
        </p>
      )}
    </>
  );
}
