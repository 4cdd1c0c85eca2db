import { instant, rand, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { Facts } from '../record/Facts.tsx';
import { TextLink } from '../record/TextLink.tsx';
import { Heading, Remark } from '../record/texts.tsx';
import { useMayOpen } from '../record/use-may-open.ts';
import type { Enquiry } from './enquiry.tsx';

/** The figure that the sender questions, as it was then, with its records and the corrections that followed. */
export function QuestionedFigure({ enquiry: { figure, corrections, agentId } }: { enquiry: Enquiry }) {
  const mayOpen = useMayOpen();
  if (!figure) return null;
  const { runId, reference, reservationNo, name, grossCents, payeCents, nettCents, status, explanation } = figure;
  const run = runId && mayOpen('/payouts') && <TextLink key="run" to={`/payouts/${runId}`} text={reference ?? runId} />;
  const reward = reservationNo && mayOpen('/rewards') && (
    <TextLink key="reward" to={`/rewards/${encodeURIComponent(reservationNo)}`} text={reservationNo} />
  );
  const correct = new URLSearchParams({ agent: String(agentId ?? ''), reservationNo: reservationNo ?? '' });
  return (
    <>
      <Heading>Questioned figure</Heading>
      <Remark>As the records had it when the enquiry was sent.</Remark>
      <Facts
        facts={[
          ['Payout run', run || reference],
          ['Reward', reward || name || ['The whole payout']],
          ['State', [words(status)]],
          ['Gross', rand(grossCents)],
          ['PAYE', rand(payeCents)],
          ['Nett', rand(nettCents)],
          ['Explanation', explanation],
        ]}
      />
      <Heading>Corrections since</Heading>
      {(corrections ?? []).length === 0 ? (
        <T as="p">None so far.</T>
      ) : (
        <ul>
          {(corrections ?? []).map(({ adjustmentId, at, reason, text, nettCents: nett, approvalId }) => (
            <li key={adjustmentId}>
              <T values={{ at: instant(at), nett: rand(nett), reason: words(reason), text }}>
                {'%{at}: %{nett} nett, %{reason}. %{text}'}
              </T>{' '}
              {approvalId && mayOpen('/approvals') && <TextLink to={`/approvals/${approvalId}`} label="Approval" />}
            </li>
          ))}
        </ul>
      )}
      {mayOpen('/corrections') && (
        <p>
          <TextLink to={`/corrections?${correct}`} label="Request a correction" />
        </p>
      )}
    </>
  );
}
