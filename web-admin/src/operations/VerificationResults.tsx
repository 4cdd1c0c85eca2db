import type { Verification } from '@fynbos/api/audit/answers.ts';
import { Link } from 'react-router-dom';
import { FigureTable } from '../components/FigureTable.tsx';
import { WorkProgress } from '../components/states.tsx';
import { Tag } from '../components/texts.tsx';
import { grouped, instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';

type Finding = NonNullable<Verification['result']>['findings'][number];

const ABANDONED_AFTER_MS = 60_000;

/** Whether a running verification has not reported for a minute, which means that its process has ended. */
export const isAbandoned = ({ state, updatedAt }: Pick<Verification, 'state' | 'updatedAt'>, now: number): boolean =>
  state === 'running' && now - Date.parse(updatedAt) > ABANDONED_AFTER_MS;

/** Estimated from the progress of a running verification; null before an estimate is possible. */
export function remainingMs({ done, total, startedAt }: Verification, now: number): number | null {
  const passed = now - Date.parse(startedAt);
  return done > 0 && total > done ? (passed / done) * (total - done) : null;
}

const MAX_LISTED_FINDINGS = 5;
const TRIGGER_LABELS = { asked: 'On request', nightly: 'Nightly', command: 'Command', signing: 'Not signed' } as const;

const RunningVerification = ({ verification }: { verification: Verification }) => (
  <WorkProgress
    isCell
    label="Verification of the log"
    unit="events"
    work={{ ...verification, remainingMs: remainingMs(verification, Date.now()) }}
  />
);

function FindingList({ findings, count }: { findings: readonly Finding[]; count: number }) {
  return (
    <>
      <Tag tone="bad" values={{ count }}>
        {'%{count} finding |||| %{count} findings'}
      </Tag>
      <ol>
        {findings.slice(0, MAX_LISTED_FINDINGS).map(({ what, eventId, streamId, revision }) => (
          <li key={`${streamId} ${revision} ${what}`}>
            <T>{what}</T>{' '}
            {eventId && (
              <Link to={`/events/${eventId}`}>
                <T>The event</T>
              </Link>
            )}
          </li>
        ))}
      </ol>
      {count > MAX_LISTED_FINDINGS && <T values={{ count: count - MAX_LISTED_FINDINGS }}>{'and %{count} more'}</T>}
    </>
  );
}

function VerificationResult({ verification }: { verification: Verification }) {
  const { result, error, state } = verification;
  if (isAbandoned(verification, Date.now())) return <Tag tone="bad">Interrupted</Tag>;
  if (state === 'running') return <RunningVerification verification={verification} />;
  if (!result) return <Tag tone="bad">{error ?? 'failed'}</Tag>;
  if (!result.intact) return <FindingList count={result.count} findings={result.findings} />;
  return (
    <T
      values={{
        intact: <Tag tone="good">Intact</Tag>,
        events: grouped(result.events),
        covered: grouped(result.covered),
      }}
    >
      {'%{intact} %{events} events, %{covered} covered by checkpoints'}
    </T>
  );
}

export function VerificationResults({ verifications }: { verifications: readonly Verification[] }) {
  return (
    <FigureTable
      caption="Verifications of the log"
      columns={['Started', 'How', 'Result']}
      empty="Not verified yet. A verification recomputes every chain and checkpoint of the log. It runs every night."
      rows={verifications.map((verification) => [
        verification.id,
        instant(verification.startedAt),
        [TRIGGER_LABELS[verification.how]],
        <VerificationResult key="result" verification={verification} />,
      ])}
    />
  );
}
