import { Button, TextField } from '@mui/material';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { download } from '../api/download.ts';

/** Hands out the log, or a stream of it, with the script that proves it to somebody who has no access. */
export function ProofExport() {
  const notify = useNotify();
  const [stream, setStream] = useState('');
  const [busy, setBusy] = useState(false);
  const fetchFile = async (path: string, name: string) => {
    setBusy(true);
    try {
      await download(`/api/admin/proof/${path}`, name);
    } catch (failure) {
      notify((failure as Error).message, { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  const id = stream.trim();
  return (
    <section className="proof" aria-labelledby="proof-export">
      <h2 id="proof-export">For somebody else</h2>
      <p>
        An export with proof holds the events as they are stored, what is personal sealed. Whoever gets it checks it
        with the script and Node alone: <code>node verify-export.mjs proof.ndjson --key PUBLIC-KEY</code>. Tell them the
        key by another way.
      </p>
      <form
        className="proof-form"
        onSubmit={(event) => {
          event.preventDefault();
          void fetchFile(id ? `export?stream=${encodeURIComponent(id)}` : 'export', 'proof.ndjson');
        }}
      >
        <TextField
          helperText="For instance rental-R1001; blank: the whole log"
          label="Stream"
          onChange={(event) => setStream(event.target.value)}
          value={stream}
        />
        <Button disabled={busy} type="submit" variant="outlined">
          Export with proof
        </Button>
        <Button disabled={busy} onClick={() => fetchFile('verify-export.mjs', 'verify-export.mjs')} variant="outlined">
          The script
        </Button>
      </form>
    </section>
  );
}
