import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useMay, useMayOpen } from '../api/use-may.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { useRecord } from '../as-of/use-record.ts';
import { DownloadButton } from '../components/ActionButton.tsx';
import { AgentLink } from '../components/person-links.tsx';
import { RecordPage } from '../components/RecordPage.tsx';
import { Breakable, Facts, Heading, HelpText, TextLink } from '../components/texts.tsx';
import { age, instant, rand, words } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { T } from '../i18n/T.tsx';
import { Presence } from '../presence/Presence.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { type Enquiry, usePeople } from './enquiry.tsx';
import { Handling, StatusButtons } from './StatusButtons.tsx';
import './enquiries.css';

function EnquiryFiles({ enquiry: { id, files = [] } }: { enquiry: Enquiry }) {
  if (files.length === 0) return null;
  return (
    <>
      <Heading>Files</Heading>
      <HelpText>From the agent, not checked for viruses.</HelpText>
      <ul className="enquiry-files">
        {files.map(({ fileId, name, bytes }) => (
          <li className="actions" key={fileId}>
            <span>{name}</span>
            <DownloadButton
              size="small"
              label={['Download (%{size} KB)', { size: Math.ceil(bytes / 1024) }]}
              path={`contact-support/${id}/files/${fileId}`}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function QuestionedFigure({ enquiry: { figure, corrections, agentId } }: { enquiry: Enquiry }) {
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
      <HelpText>As the records had it when the enquiry was sent.</HelpText>
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

function Thread({ enquiry }: { enquiry: Enquiry }) {
  return (
    <ol className="thread">
      {(enquiry.thread ?? []).map(({ id, kind, at, by, text }) => (
        <li className={`from-${kind}`} key={id}>
          <div className="quiet">
            {kind === 'note' && (
              <strong>
                <T>Internal note</T>
                {' · '}
              </strong>
            )}
            {kind === 'sender' ? <Breakable text={enquiry.email} /> : by} · {instant(at)}
          </div>
          {text ?? <T>Erased at the person’s request.</T>}
        </li>
      ))}
    </ol>
  );
}

/** Sender of an enquiry: the agent, or the email address with the agent who has the same one. */
function Sender({ enquiry: { agentId, email, sameAddressAs } }: { enquiry: Enquiry }) {
  if (agentId)
    return (
      <Link className="text-link" to={`/travel-agents/${agentId}`}>
        <Breakable text={email} />
      </Link>
    );
  return (
    <>
      <Breakable text={email} />
      {sameAddressAs && (
        <>
          {' · '}
          <T
            values={{
              agent: <AgentLink id={sameAddressAs} />,
            }}
          >
            {'Sent without signing in; the address belongs to %{agent}'}
          </T>
        </>
      )}
    </>
  );
}

function ThreadTab({
  enquiry,
  mayAnswer,
  onWriting,
}: {
  enquiry: Enquiry;
  mayAnswer: boolean;
  onWriting: (isWriting: boolean) => void;
}) {
  const { nameOf } = usePeople();
  const mayOpen = useMayOpen();
  const { id, reservationNo, waitingSince } = enquiry;
  /** The assignee and the reservation are shown in their inputs when they can be edited. */
  const isHandled = mayAnswer && enquiry.status !== 'Resolved';
  return (
    <>
      <Facts
        isSparse
        facts={[
          ['Type of query', [words(enquiry.typeOfQuery)]],
          [
            'From',
            <span className="sender" key="from">
              <Sender enquiry={enquiry} />
            </span>,
          ],
          ['Date', ['%{date} (%{age} ago)', { date: instant(enquiry.dateCreated), age: age(enquiry.dateCreated) }]],
          [
            'Reservation',
            reservationNo && mayOpen('/rewards') ? (
              <TextLink key="r" to={`/rewards/${encodeURIComponent(reservationNo)}`} text={reservationNo} />
            ) : (
              reservationNo
            ),
          ],
          ['Promotion code', enquiry.promoCode],
          ['Assigned to', !isHandled && nameOf(enquiry.assignedTo)],
          ['Awaiting reply', waitingSince && (['for %{age}', { age: age(waitingSince) }] as const)],
        ]}
      />
      <QuestionedFigure enquiry={enquiry} />
      <EnquiryFiles enquiry={enquiry} />
      {isHandled && <Handling enquiry={enquiry} key={`${id} ${reservationNo}`} />}
      <Heading>Thread</Heading>
      <Thread enquiry={enquiry} />
      {mayAnswer && <AnswerForm enquiry={enquiry} onWriting={onWriting} />}
    </>
  );
}

/** Interval at which the thread is read again while an answer is written, in milliseconds. */
const POLL_MS = 15_000;

export default function EnquiryPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const mayAnswer = useMay()('enquiries:answer') && !asOf;
  const [isWriting, setWriting] = useState(false);
  return (
    <RecordPage
      head={(enquiry) => ({
        actions: mayAnswer && <StatusButtons enquiry={enquiry} />,
        status: enquiry.status,
        title: enquiry.referenceNumber,
      })}
      kind="Enquiry"
      parent={{ to: '/contact-support', label: 'Contact Us and Support' }}
      read={useRecord('contact-support', Number(id), () => (isWriting ? POLL_MS : null))}
      tabs={(enquiry) => ({
        thread: <ThreadTab enquiry={enquiry} mayAnswer={mayAnswer} onWriting={setWriting} />,
        history: <HistoryTab id={id} resource="contact-support" />,
      })}
    >
      {() => <Presence isEditing={isWriting} record={`contact-support/${id}`} />}
    </RecordPage>
  );
}
