import { LinearProgress } from '@mui/material';
import { Link } from 'react-router-dom';
import { grouped, instant } from '../format/format.ts';
import { Wide } from '../record/Wide.tsx';
import { duration } from './operations.ts';
import { type Finding, isAbandoned, remainingMs, type Verification } from './proof.ts';

const SHOWN = 5;
const HOW = { asked: 'Asked for', nightly: 'Nightly', command: 'Command' } as const;

function Running({ proof }: { proof: Verification }) {
  const { done, total } = proof;
  const left = remainingMs(proof, Date.now());
  return (
    <div className="replay-progress">
      <LinearProgress
        aria-label="Proof of the log"
        value={total ? Math.min(100, (done / total) * 100) : 0}
        variant={total ? 'determinate' : 'indeterminate'}
      />
      {grouped(done)} events{left !== null && ` · about ${duration(left)} left`}
    </div>
  );
}

function Found({ findings, count }: { findings: readonly Finding[]; count: number }) {
  return (
    <>
      <span className="status bad">
        {grouped(count)} {count === 1 ? 'finding' : 'findings'}
      </span>
      <ol>
        {findings.slice(0, SHOWN).map(({ what, eventId, streamId, revision }) => (
          <li key={`${streamId} ${revision} ${what}`}>
            {what} {eventId && <Link to={`/events/${eventId}`}>The event</Link>}
          </li>
        ))}
      </ol>
      {count > SHOWN && `and ${grouped(count - SHOWN)} more`}
    </>
  );
}

function Result({ proof }: { proof: Verification }) {
  const { result, error, state } = proof;
  if (isAbandoned(proof, Date.now())) return <span className="status bad">cut off</span>;
  if (state === 'running') return <Running proof={proof} />;
  if (!result) return <span className="status bad">{error ?? 'failed'}</span>;
  if (!result.intact) return <Found count={result.count} findings={result.findings} />;
  return (
    <>
      <span className="status good">intact</span> {grouped(result.events)} events, {grouped(result.covered)} under
      checkpoints
    </>
  );
}

/** Proofs of the log, the newest first, with what they found. */
export function ProofResults({ verifications }: { verifications: readonly Verification[] }) {
  if (verifications.length === 0)
    return (
      <p className="empty">No proof yet. One recomputes every chain and checkpoint of the log; each night does.</p>
    );
  return (
    <Wide>
      <table className="plain-table">
        <caption className="sr-only">Proofs of the log</caption>
        <thead>
          <tr>
            {['Begun', 'How', 'Result'].map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {verifications.map((proof) => (
            <tr key={proof.id}>
              <th scope="row">{instant(proof.startedAt)}</th>
              <td>{HOW[proof.how]}</td>
              <td>
                <Result proof={proof} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
