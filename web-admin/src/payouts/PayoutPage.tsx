import type { PayoutDetail as PayoutView } from '@fynbos/api/payouts/answers.ts';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { currentAdmin } from '../api/session.ts';
import { useMay } from '../api/use-may.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { PresentOnly } from '../as-of/PresentOnly.tsx';
import { useRecord } from '../as-of/use-record.ts';
import { DownloadButton } from '../components/ActionButton.tsx';
import { AdminLink } from '../components/person-links.tsx';
import { RecordPage } from '../components/RecordPage.tsx';
import { Progress } from '../components/states.tsx';
import { Facts, Note } from '../components/texts.tsx';
import { date, instant } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { listed, T, type Wording } from '../i18n/T.tsx';
import { BankResults } from './BankResults.tsx';
import { Contradictions } from './Contradictions.tsx';
import { PayoutFiles } from './PayoutFiles.tsx';
import { PayoutLines } from './PayoutLines.tsx';
import { PayoutTotals } from './PayoutTotals.tsx';
import { STATUS_TEXTS } from './payout.ts';
import { Risks } from './Risks.tsx';
import { RunActions } from './RunActions.tsx';

const POLL_MS = 1000;

function RunProgress({ run }: { run: PayoutView }) {
  if (!run.progress) return null;
  const { step, done, of } = run.progress;
  return (
    <Progress label={step} share={of ? done / of : null}>
      <T values={{ step: [step], part: of ? Math.round((100 * done) / of) : 0, count: run.frozen.lines + run.leftOut }}>
        {of ? '%{step}: %{part}%' : '%{step}: %{count} agent so far |||| %{step}: %{count} agents so far'}
      </T>
    </Progress>
  );
}

const byAdmin = (admin: string, at: string | null): ReactNode => (
  <T key={admin} values={{ admin: <AdminLink id={Number(admin)} />, at: instant(at) }}>
    {'by %{admin}, %{at}'}
  </T>
);

const Approvals = ({ run }: { run: PayoutView }) => (
  <>
    {run.approvals.map(({ by, at, reason }) => (
      <div key={by}>
        {byAdmin(by, at)}
        {reason && `: ${reason}`}
      </div>
    ))}
  </>
);

/** Links to the documents of a run. They describe the current state. */
const Statements = ({ run: { id } }: { run: PayoutView }) => (
  <p className="actions">
    <DownloadButton label="Statement as PDF" path={`payouts/${id}/statement.pdf`} />
    <DownloadButton label="Statement as CSV" path={`payouts/${id}/statement.csv`} />
  </p>
);

/** What the status of a run means, and who has to act. */
function statusText(run: PayoutView): Wording {
  const texts: Wording[] = [STATUS_TEXTS[run.status]];
  if (run.status !== 'frozen') return texts[0] ?? '';
  const me = currentAdmin().id;
  const { approvals, approversNeeded: needed } = run;
  if (run.proposedBy === me) texts.push('You proposed this run, so another administrator in Finance must approve it.');
  if (needed > 1)
    texts.push([
      'A run of this amount needs %{needed} approvers; %{given} approved it so far.',
      { needed, given: approvals.length },
    ]);
  if (approvals.some(({ by }) => by === me)) texts.push('You approved it. Another administrator must approve it too.');
  return listed(texts, '%{one} %{more}');
}

export default function PayoutPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const mayChange = useMay()('payouts:change') && !asOf;
  return (
    <RecordPage
      head={(run) => ({
        actions: mayChange && <RunActions run={run} />,
        status: run.status,
        title: ['Payout %{reference}', { reference: run.reference }],
      })}
      kind="Payout run"
      parent={{ to: '/payouts', label: 'Payouts' }}
      read={useRecord('payouts', id, (latest) => (latest?.progress ? POLL_MS : null))}
      tabs={(run) => ({
        totals: (
          <>
            <PayoutTotals run={run} />
            {!asOf && <Statements run={run} />}
          </>
        ),
        checks: (
          <PresentOnly>
            <Risks run={run} />
          </PresentOnly>
        ),
        lines: <PayoutLines runId={id} />,
        'left-out': <PayoutLines isLeftOut runId={id} />,
        files: <PayoutFiles mayFetch={mayChange} run={run} />,
        'bank-results': <BankResults mayChange={mayChange} run={run} />,
        history: <HistoryTab id={id} resource="payouts" />,
      })}
    >
      {(run) => (
        <>
          <p>
            <T>{statusText(run)}</T> {run.reason}
          </p>
          {run.heldFor && (
            <Note severity="warning" values={{ why: run.heldFor }} isFilled>
              {'On hold: %{why}'}
            </Note>
          )}
          {!asOf && !(run.heldFor && run.status === 'approved') && <RunProgress run={run} />}
          <Facts
            isSparse
            facts={[
              ['Pay date', date(run.payDate)],
              ['Cut-off', date(run.cutOff)],
              ['Accounts', [run.batch === 'eft' ? 'South African' : 'Cross-border']],
              ['Proposed', byAdmin(run.proposedBy, run.proposedAt)],
              ['Approved', run.approvals.length > 0 && <Approvals key="approvals" run={run} />],
              ['Files written', instant(run.exportedAt)],
              ['Settled', instant(run.settledAt)],
            ]}
          />
          <Contradictions mayChange={mayChange} run={run} />
        </>
      )}
    </RecordPage>
  );
}
