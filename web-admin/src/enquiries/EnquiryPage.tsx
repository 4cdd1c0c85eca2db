import { Link, useParams } from 'react-router-dom';
import { useMay, useMayOpen } from '../api/use-may.ts';
import { DownloadButton } from '../components/ActionButton.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { AgentLink } from '../components/PersonLink.tsx';
import { RecordTabs } from '../components/RecordTabs.tsx';
import { PageError } from '../components/states.tsx';
import { Breakable, Facts, Heading, Remark, StatusTag, TextLink } from '../components/texts.tsx';
import { age, instant, rand, words } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { T } from '../i18n/T.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { useRecord } from '../past/use-record.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { type Enquiry, usePeople } from './enquiry.tsx';
import { Handling, StatusButtons } from './StatusButtons.tsx';
import './enquiries.css';

/** The files that the agent attached, to download. */
function EnquiryFiles({ enquiry: { id, files = [] } }: { enquiry: Enquiry }) {
  if (files.length === 0) return null;
  return (
    <>
      <Heading>Files</Heading>
      <Remark>From the agent, not checked for viruses.</Remark>
      <ul className="enquiry-files">
        {files.map(({ fileId, name, bytes }) => (
          <li className="actions" key={fileId}>
            <span>{name}</span>
            <DownloadButton
              isSmall
              label={['Download (%{size} KB)', { size: Math.ceil(bytes / 1024) }]}
              name={name}
              path={`contact-support/${id}/files/${fileId}`}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The figure that the sender questions, as it was then, with its records and the corrections that followed. */
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

/** Sender of an enquiry: the agent, or the e-mail address with the agent who has the same one. */
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

const CRUMBS = [{ to: '/contact-support', label: 'Contact Us and Support' }] as const;

/** One enquiry: the thread with its sender, its subject and its history. */
export default function EnquiryPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const may = useMay();
  const { nameOf } = usePeople();
  const mayOpen = useMayOpen();
  const { data, error, notice } = useRecord('contact-support', Number(id));
  if (!data) return error ? <PageError crumbs={CRUMBS} error={error} title="Enquiry" /> : notice;
  const mayAnswer = !asOf && may('enquiries:answer');
  const { reservationNo, waitingSince } = data;
  /** The assignee and the reservation are shown in their inputs when they can be edited. */
  const isHandled = mayAnswer && data.status !== 'Resolved';
  return (
    <>
      <PageHead
        actions={mayAnswer && <StatusButtons enquiry={data} />}
        crumbs={CRUMBS}
        status={<StatusTag status={data.status} />}
        title={data.referenceNumber}
      />
      {notice}
      <RecordTabs
        label="Enquiry"
        tabs={{
          Thread: (
            <>
              <Facts
                isSparse
                facts={[
                  ['Type of query', [words(data.typeOfQuery)]],
                  [
                    'From',
                    <span className="sender" key="from">
                      <Sender enquiry={data} />
                    </span>,
                  ],
                  ['Date', ['%{date} (%{age} ago)', { date: instant(data.dateCreated), age: age(data.dateCreated) }]],
                  [
                    'Reservation',
                    reservationNo && mayOpen('/rewards') ? (
                      <TextLink key="r" to={`/rewards/${encodeURIComponent(reservationNo)}`} text={reservationNo} />
                    ) : (
                      reservationNo
                    ),
                  ],
                  ['Promotion code', data.promoCode],
                  ...(isHandled ? [] : [['Assigned to', nameOf(data.assignedTo)] as const]),
                  ...(waitingSince ? [['Awaiting reply', ['for %{age}', { age: age(waitingSince) }]] as const] : []),
                ]}
              />
              <QuestionedFigure enquiry={data} />
              <EnquiryFiles enquiry={data} />
              {isHandled && <Handling enquiry={data} key={`${id} ${reservationNo}`} />}
              <Heading>Thread</Heading>
              <Thread enquiry={data} />
              {mayAnswer && <AnswerForm enquiry={data} />}
            </>
          ),
          History: <HistoryTab id={id} resource="contact-support" />,
        }}
      />
    </>
  );
}
