import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Title, useNotify } from 'react-admin';
import { call, get } from '../api/http.ts';
import { grouped, instant } from '../format/format.ts';
import { PageHead } from '../record/PageHead.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { ProofExport } from './ProofExport.tsx';
import { ProofResults } from './ProofResults.tsx';
import type { Proof } from './proof.ts';
import './proof.css';

const LOOK_MS = 1_000;

function Signed({ proof: { checkpoint, fingerprint, publicKey, secondPlace } }: { proof: Proof }) {
  return (
    <section className="proof" aria-labelledby="proof-signed">
      <h2 id="proof-signed">What is signed</h2>
      <p>
        {checkpoint === null
          ? 'No checkpoint yet. One is signed every five minutes while something happens.'
          : `Checkpoint ${grouped(checkpoint.number)} of ${instant(checkpoint.signedAt)} covers the first ${grouped(checkpoint.events)} events.`}{' '}
        {secondPlace
          ? 'Checkpoints are kept in a second place too.'
          : 'There is no second place for checkpoints: CHECKPOINT_FOLDER names one.'}
      </p>
      <p>
        Fingerprint of the key that signs: <code>{fingerprint}</code>
      </p>
      <details>
        <summary>The whole public key</summary>
        <code className="proof-key">{publicKey}</code>
      </details>
    </section>
  );
}

function Keys({ masterKeys }: Pick<Proof, 'masterKeys'>) {
  const others = masterKeys.filter(({ current }) => !current).reduce((sum, { keys }) => sum + keys, 0);
  const all = masterKeys.reduce((sum, { keys }) => sum + keys, 0);
  return (
    <section className="proof" aria-labelledby="proof-keys">
      <h2 id="proof-keys">Keys</h2>
      <p>
        {others === 0
          ? `All ${grouped(all)} keys lie under the current master key.`
          : `${grouped(others)} of ${grouped(all)} keys lie under another master key: npm run rotate-master-key goes on.`}
      </p>
    </section>
  );
}

/** That nothing was changed in the log by hand: what is signed, proofs with their results, and exports for others. */
export default function ProofPage() {
  const notify = useNotify();
  const { data, error, refetch } = useQuery({
    queryKey: ['proof'],
    queryFn: ({ signal }) => get<Proof>('proof', signal),
    refetchInterval: LOOK_MS,
  });
  const begin = async () => {
    try {
      await call('POST', 'proof/verifications');
      notify('The proof begins.', { type: 'success' });
    } catch (failure) {
      notify((failure as Error).message, { type: 'error' });
    }
    await refetch();
  };
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting rows={8} />;
  return (
    <>
      <Title title="Proof" />
      <PageHead
        actions={
          <Button onClick={begin} variant="contained">
            Prove the log
          </Button>
        }
        title="Proof"
      />
      <Signed proof={data} />
      <ProofResults verifications={data.verifications} />
      <ProofExport />
      <Keys masterKeys={data.masterKeys} />
    </>
  );
}
