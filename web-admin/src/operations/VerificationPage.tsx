import type { LogIntegrity } from '@fynbos/api/audit/answers.ts';
import { download } from '../api/http.ts';
import { useAction } from '../api/use-command.ts';
import { ActionButton, CommandButton, DownloadButton } from '../components/ActionButton.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { Panel } from '../components/Panel.tsx';
import { useRead } from '../components/use-read.tsx';
import { grouped, instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { isAbandoned, VerificationResults } from './VerificationResults.tsx';
import '../list/list.css';
import { useState } from 'react';
import { InputField } from '../form/InputField.tsx';

/** Exports the log, or one stream, with the script that lets a third party verify it without access. */
function ProofExport() {
  const [stream, setStream] = useState('');
  const { act, isBusy } = useAction();
  const id = stream.trim();
  return (
    <Panel title="Share with an auditor">
      <T
        as="p"
        values={{
          what: <T as="code">node verify-export.mjs FILE --key PUBLIC-KEY</T>,
        }}
      >
        {
          'An export with proof contains the events as stored, with personal data encrypted. The recipient can verify it with the script and Node.js: %{what}. Send them the key separately.'
        }
      </T>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          const query = id ? `?stream=${encodeURIComponent(id)}` : '';
          void act(() => download(`/api/admin/proof/export${query}`));
        }}
      >
        <InputField
          hint="For example, rental-R1001. Leave blank for the whole log."
          label="Stream"
          onChange={setStream}
          value={stream}
        />
        <ActionButton label="Export with proof" isBusy={isBusy} type="submit" variant="outlined" />
        <DownloadButton label="Download script" path="proof/verify-export.mjs" />
      </form>
    </Panel>
  );
}

const POLL_MS = 1_000;

function SignedCheckpoints({
  integrity: { checkpoint, fingerprint, publicKey, secondPlace },
}: {
  integrity: LogIntegrity;
}) {
  return (
    <Panel title="Signed checkpoints">
      <p>
        {checkpoint === null ? (
          <T>No checkpoints yet. One is signed every five minutes while events are recorded.</T>
        ) : (
          <T
            values={{
              number: grouped(checkpoint.number),
              signedAt: instant(checkpoint.signedAt),
              events: grouped(checkpoint.events),
            }}
          >
            {'Checkpoint %{number} of %{signedAt} covers the first %{events} events.'}
          </T>
        )}{' '}
        <T>
          {secondPlace
            ? 'Checkpoints are stored in two places.'
            : 'Checkpoints are stored in one place only. Set CHECKPOINT_FOLDER to add a second.'}
        </T>
      </p>
      <T as="p" values={{ fingerprint: <code>{fingerprint}</code> }}>
        {'Fingerprint of the key that signs: %{fingerprint}'}
      </T>
      <details>
        <T as="summary">Full public key</T>
        <code className="mono proof-key">{publicKey}</code>
      </details>
    </Panel>
  );
}

/** Counts the keys without polling, because the count reads every key. */
function MasterKeys() {
  const { data, notice } = useRead('proof/keys', { rows: 2 });
  if (!data) return notice;
  const { masterKeys } = data;
  const others = masterKeys.filter(({ current }) => !current).reduce((sum, { keys }) => sum + keys, 0);
  const all = masterKeys.reduce((sum, { keys }) => sum + keys, 0);
  return (
    <Panel title="Keys">
      <p>
        {others === 0 ? (
          <T values={{ all: grouped(all) }}>{'All %{all} keys use the current master key.'}</T>
        ) : (
          <T values={{ others: grouped(others), all: grouped(all) }}>
            {'%{others} of %{all} keys use another master key. Run npm run rotate-master-key to continue.'}
          </T>
        )}
      </p>
    </Panel>
  );
}

/** Evidence that the log is unaltered: signatures, verifications with their results, and exports for third parties. */
export default function VerificationPage() {
  const { data, notice } = useRead('proof', {
    pollMs: (latest) =>
      latest?.verifications.some((one) => one.state === 'running' && !isAbandoned(one, Date.now())) ? POLL_MS : null,
    rows: 8,
  });
  if (!data)
    return (
      <>
        <PageHead title="Log integrity" />
        {notice}
      </>
    );
  return (
    <>
      <PageHead
        actions={
          <CommandButton
            doneMessage="Verification started."
            label="Verify the log"
            run={({ command }) => command('POST', 'proof/verifications')}
            variant="contained"
          />
        }
        title="Log integrity"
      />
      {notice}
      <div className="record-panels">
        <SignedCheckpoints integrity={data} />
        <VerificationResults verifications={data.verifications} />
        <ProofExport />
        <MasterKeys />
      </div>
    </>
  );
}
