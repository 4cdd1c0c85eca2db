import { Alert, Button, LinearProgress } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { Title } from 'react-admin';
import { Link } from 'react-router-dom';
import { grouped } from '../format/format.ts';
import { PageHead } from '../record/PageHead.tsx';
import { ImportReport } from './ImportReport.tsx';
import './import.css';
import { type ImportProgress, type ImportRun, runImport } from './import-run.ts';

type State =
  | { readonly at: 'nothing' }
  | {
      readonly at: 'running';
      readonly dryRun: boolean;
      readonly run: ImportRun;
      readonly progress: ImportProgress | null;
    }
  | { readonly at: 'over'; readonly dryRun: boolean; readonly progress: ImportProgress }
  | { readonly at: 'failed'; readonly message: string };

/** An import that goes on while the page is open, and stops when it is left. */
function useImport() {
  const [state, setState] = useState<State>({ at: 'nothing' });
  const running = useRef<ImportRun | null>(null);
  useEffect(() => () => running.current?.cancel(), []);
  const start = async (file: Blob, dryRun: boolean): Promise<void> => {
    const run = runImport(file, dryRun, (progress) => setState({ at: 'running', dryRun, run, progress }));
    running.current = run;
    setState({ at: 'running', dryRun, run, progress: null });
    try {
      setState({ at: 'over', dryRun, progress: { sent: 1, report: await run.done } });
    } catch (error) {
      setState({ at: 'failed', message: (error as Error).message });
    } finally {
      running.current = null;
    }
  };
  return { state, start, forget: () => setState({ at: 'nothing' }) };
}

function Going({ run, progress }: Extract<State, { at: 'running' }>) {
  const share = Math.floor((progress?.sent ?? 0) * 100);
  return (
    <div className="import-progress">
      <LinearProgress aria-label="The import" value={share} variant={progress ? 'determinate' : 'indeterminate'} />
      <p>
        {share} % of the file taken · {grouped(progress?.report.answered ?? 0)} lines answered{' '}
        <Button color="error" onClick={run.cancel} size="small">
          Stop
        </Button>
      </p>
    </div>
  );
}

function Ended({ dryRun, progress: { report } }: Extract<State, { at: 'over' }>) {
  const refused = report.counts.conflict + report.counts.rejected + report.counts.unavailable;
  if (!report.isWhole || report.error)
    return (
      <Alert severity="warning" variant="outlined">
        {report.error ?? 'The import was stopped.'} {grouped(report.answered)} lines were answered
        {dryRun ? '; nothing was recorded.' : '. Send the file again: what was recorded is not doubled.'}
      </Alert>
    );
  return (
    <Alert severity={refused > 0 ? 'warning' : 'success'} variant="outlined">
      {dryRun ? 'The dry run is over; nothing was recorded. ' : 'The import is over. '}
      {refused > 0
        ? `${grouped(refused)} of ${grouped(report.answered)} lines ${dryRun ? 'would be' : 'were'} refused: the reasons are below.`
        : `All ${grouped(report.answered)} lines ${dryRun ? 'would be' : 'were'} taken.`}
    </Alert>
  );
}

/** Taking over a running programme: agents and promotions from a file, tried first, with a report by line (wire.md). */
export default function ImportPage() {
  const [file, setFile] = useState<File | null>(null);
  const { state, start, forget } = useImport();
  const isRunning = state.at === 'running';
  const progress = state.at === 'over' || state.at === 'running' ? state.progress : null;
  return (
    <>
      <Title title="Import" />
      <PageHead crumbs={[{ to: '/travel-agents', label: 'Travel agents' }]} title="Import agents and promotions" />
      <p className="prose">
        A file of NDJSON: a line for each <span className="mono">agent</span>, <span className="mono">promotion</span>,{' '}
        <span className="mono">promotion-change</span> or <span className="mono">opening-balance</span>. Try it as a dry
        run first. A line that was taken before is a duplicate, so the same file can be sent again. Imported agents get
        a mail to set a password. What was invoiced by the day of an opening balance is in it: such rentals are decided
        when they are sent, and not owed again.
      </p>
      <form className="import-form" onSubmit={(event) => event.preventDefault()}>
        <label htmlFor="import-file">File</label>
        <input
          accept=".ndjson,.jsonl,application/x-ndjson"
          disabled={isRunning}
          id="import-file"
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null);
            forget();
          }}
          type="file"
        />
        <div className="import-actions">
          <Button
            disabled={!file || isRunning}
            onClick={() => file && start(file, true)}
            variant={state.at === 'over' ? 'outlined' : 'contained'}
          >
            Dry run
          </Button>
          <Button
            disabled={!file || isRunning}
            onClick={() => file && start(file, false)}
            variant={state.at === 'over' && state.dryRun ? 'contained' : 'outlined'}
          >
            Import
          </Button>
          {!file && <span className="quiet">Choose a file first.</span>}
        </div>
      </form>
      <div aria-live="polite">
        {state.at === 'failed' && (
          <Alert severity="error" variant="outlined">
            {state.message}
          </Alert>
        )}
        {state.at === 'over' && <Ended {...state} />}
      </div>
      {state.at === 'running' && <Going {...state} />}
      {progress && <ImportReport report={progress.report} />}
      {state.at === 'over' && !state.dryRun && (
        <p>
          <Link className="text-link" to="/travel-agents">
            See the travel agents
          </Link>
        </p>
      )}
    </>
  );
}
