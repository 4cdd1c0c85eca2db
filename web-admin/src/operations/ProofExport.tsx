import { useState } from 'react';
import { download } from '../api/download.ts';
import { InputField } from '../form/InputField.tsx';
import { T } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { useAction } from '../record/use-action.ts';

/** Exports the log, or one stream, with the script that lets a third party verify it without access. */
export function ProofExport() {
  const [stream, setStream] = useState('');
  const { act, busy } = useAction();
  const fetchFile = (path: string, name: string) => act(() => download(`/api/admin/proof/${path}`, name));
  const id = stream.trim();
  return (
    <section className="proof" aria-labelledby="proof-export">
      <h2 id="proof-export">
        <T>Share with an auditor</T>
      </h2>
      <T
        as="p"
        values={{
          what: <T as="code">node verify-export.mjs proof.ndjson --key PUBLIC-KEY</T>,
        }}
      >
        {
          'An export with proof contains the events as stored, with personal data encrypted. The recipient can verify it with the script and Node.js: %{what}. Send them the key separately.'
        }
      </T>
      <form
        className="proof-form"
        onSubmit={(event) => {
          event.preventDefault();
          void fetchFile(id ? `export?stream=${encodeURIComponent(id)}` : 'export', 'proof.ndjson');
        }}
      >
        <InputField
          hint="For example, rental-R1001. Leave blank for the whole log."
          label="Stream"
          onChange={setStream}
          value={stream}
        />
        <ActionButton label="Export with proof" disabled={busy} type="submit" variant="outlined" />
        <ActionButton
          label="Download script"
          disabled={busy}
          onClick={() => fetchFile('verify-export.mjs', 'verify-export.mjs')}
          variant="outlined"
        />
      </form>
    </section>
  );
}
