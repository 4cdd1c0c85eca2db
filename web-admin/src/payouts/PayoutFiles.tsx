import type { FileCheck as Check, PayoutDetail as PayoutView } from '@fynbos/api/payouts/answers.ts';
import { Alert } from '@mui/material';
import { useState } from 'react';
import { get } from '../api/http.ts';
import { useAction } from '../api/use-command.ts';
import { ActionButton, DownloadButton } from '../components/ActionButton.tsx';
import { Empty, Heading, Note } from '../components/texts.tsx';
import { grouped, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { FORMATS, type PayoutFile } from './payout.ts';

function File({ run, file, mayFetch }: { run: PayoutView; file: PayoutFile; mayFetch: boolean }) {
  const { act } = useAction();
  const [check, setCheck] = useState<Check | null>(null);
  const path = `payouts/${run.id}/files/${encodeURIComponent(file.format)}` as const;
  return (
    <section>
      <Heading>{FORMATS[file.format] ?? file.format}</Heading>
      <T as="p" values={{ name: file.name, count: file.lines, bytes: grouped(file.bytes) }}>
        {'%{name}: %{count} line, %{bytes} bytes |||| %{name}: %{count} lines, %{bytes} bytes'}
      </T>
      <p className="mono">
        <T values={{ sha256: file.sha256 }}>{'SHA-256 %{sha256}'}</T>
      </p>
      {mayFetch && (
        <div className="actions">
          <DownloadButton label="Download" path={path} variant="contained" />
          <ActionButton
            label="Check the file"
            onClick={() => act(async () => setCheck(await get(`${path}/check`)))}
            variant="outlined"
          />
        </div>
      )}
      {check && (
        <Alert severity={check.errors.length === 0 ? 'success' : 'error'} variant="outlined">
          {check.errors.length === 0 ? (
            <T values={{ count: check.lines, amount: rand(check.cents) }}>
              {
                'The file is as recorded: %{count} line, %{amount}. |||| The file is as recorded: %{count} lines, %{amount}.'
              }
            </T>
          ) : (
            <ul>
              {check.errors.map((error) => (
                <T as="li" key={error}>
                  {error}
                </T>
              ))}
            </ul>
          )}
        </Alert>
      )}
    </section>
  );
}

export function PayoutFiles({ run, mayFetch }: { run: PayoutView; mayFetch: boolean }) {
  if (run.files.length === 0) return <Empty>Files are created after the run is approved.</Empty>;
  return (
    <>
      <Note severity="info">{run.layoutNotice}</Note>
      {run.files.map((file) => (
        <File file={file} key={file.format} mayFetch={mayFetch} run={run} />
      ))}
      {mayFetch && (
        <section>
          <Heading>ISO 20022 pain.001.001.09</Heading>
          <T as="p">
            Contains the same payments, amounts and references as the CSV file above. Payments abroad have BIC, address
            and the category for the Reserve Bank.
          </T>
          <div className="actions">
            <DownloadButton label="Download" variant="contained" path={`payouts/${run.id}/pain001`} />
          </div>
        </section>
      )}
    </>
  );
}
