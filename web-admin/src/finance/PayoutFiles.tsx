import { Alert, Button } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { download } from '../api/download.ts';
import { get } from '../api/http.ts';
import { grouped, rand } from '../format/format.ts';
import { FORMATS, type PayoutFile, type PayoutView } from './payout.ts';

interface Check {
  readonly lines: number;
  readonly cents: number;
  readonly errors: readonly string[];
}

function File({ run, file, mayFetch }: { run: PayoutView; file: PayoutFile; mayFetch: boolean }) {
  const notify = useNotify();
  const [check, setCheck] = useState<Check | null>(null);
  const path = `payouts/${run.id}/files/${file.format}`;
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (failure) {
      notify((failure as Error).message, { type: 'error' });
    }
  };
  return (
    <section className="payout-file">
      <h2 className="section">{FORMATS[file.format] ?? file.format}</h2>
      <p>
        {file.name}: {grouped(file.lines)} lines, {grouped(file.bytes)} bytes
      </p>
      <p className="mono break">SHA-256 {file.sha256}</p>
      {mayFetch && (
        <div className="actions">
          <Button onClick={() => attempt(() => download(`/api/admin/${path}`, file.name))} variant="contained">
            Download
          </Button>
          <Button onClick={() => attempt(async () => setCheck(await get<Check>(`${path}/check`)))} variant="outlined">
            Read it back
          </Button>
        </div>
      )}
      {check && (
        <Alert severity={check.errors.length === 0 ? 'success' : 'error'} variant="outlined">
          {check.errors.length === 0 ? (
            `Read back: ${grouped(check.lines)} lines, ${rand(check.cents)}, the hash on record.`
          ) : (
            <ul>
              {check.errors.map((error) => (
                <li key={error}>{error}</li>
              ))}
            </ul>
          )}
        </Alert>
      )}
    </section>
  );
}

/** The files of a run: to download, and to read back before they go to the bank. */
export function PayoutFiles({ run, mayFetch }: { run: PayoutView; mayFetch: boolean }) {
  if (run.files.length === 0) return <p className="empty">Files are written once the run is approved.</p>;
  return (
    <>
      <Alert severity="info" variant="outlined">
        {run.layoutNotice}
      </Alert>
      {run.files.map((file) => (
        <File file={file} key={file.format} mayFetch={mayFetch} run={run} />
      ))}
    </>
  );
}
