import type { ApprovalDetail as Approval } from '@fynbos/api/approvals/answers.ts';
import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { pageOfRecord } from '@fynbos/domain/audit/record-kinds.ts';
import { sentenceOf } from '@fynbos/domain/wording/sentences.ts';
import { useParams } from 'react-router-dom';
import { currentAdmin } from '../api/session.ts';
import { type May, useMay } from '../api/use-may.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { useRecord } from '../as-of/use-record.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { AgentLink, useTextWithAgentNames } from '../components/person-links.tsx';
import { RecordPage } from '../components/RecordPage.tsx';
import { Facts, Heading, HelpText, MutedText, TextLink } from '../components/texts.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { instant } from '../format/format.ts';
import { T, useTranslation } from '../i18n/T.tsx';
import { ChangePreview } from './ChangePreview.tsx';
import { CorrectionChecks, RequestEffect } from './RequestChecks.tsx';
import { useWaitingApprovals } from './use-waiting-approvals.ts';

/** Links to the previous and the next request that waits for the signed-in administrator, also by `k` and `j`. */
function NextRequests({ id, canDecide }: { id: string; canDecide: boolean }) {
  const translate = useTranslation();
  const waiting = useWaitingApprovals();
  const at = waiting.findIndex((one) => one.id === id);
  const previous = at > 0 ? waiting[at - 1] : undefined;
  const next = at >= 0 ? waiting[at + 1] : waiting[0];
  if (!previous && !next) return null;
  return (
    <nav aria-label={translate('Waiting requests')} className="next-requests">
      {previous && (
        <ActionButton label="Previous request" aria-keyshortcuts="k" data-key="k" to={`/approvals/${previous.id}`} />
      )}
      {next && <ActionButton label="Next request" aria-keyshortcuts="j" data-key="j" to={`/approvals/${next.id}`} />}
      <MutedText>{canDecide ? 'Keys: a approve, r reject, j next, k previous' : 'Keys: j next, k previous'}</MutedText>
    </nav>
  );
}

/** What people changed on the record in the 90 days before the request. */
function RecentChanges({ entries }: { entries: Approval['recentChanges'] }) {
  const may = useMay();
  return (
    <section>
      <Heading>Changes of this record in the 90 days before</Heading>
      {entries.length === 0 ? (
        <HelpText>No changes.</HelpText>
      ) : (
        <ul>
          {entries.map(({ eventId, type, recordedAt, actor }) => (
            <li key={eventId}>
              <T values={{ who: actor.name, record: ['this record'] }}>{sentenceOf(type)}</T>
              {' · '}
              {may('events:see') ? (
                <TextLink to={`/events/${eventId}`} text={instant(recordedAt)} />
              ) : (
                instant(recordedAt)
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Keys of the decisions are `a` and `r`; `j` and `k` lead to the next and the previous waiting request. */
const ACTIONS = {
  approve: {
    label: 'Approve',
    explanation: 'The change is applied to the current record.',
    variant: 'contained',
    'aria-keyshortcuts': 'a',
    'data-key': 'a',
  },
  reject: {
    label: 'Reject',
    explanation: 'Nothing is changed. The requester will see your reason.',
    color: 'error',
    destructive: true,
    'aria-keyshortcuts': 'r',
    'data-key': 'r',
  },
  withdraw: { label: 'Withdraw', explanation: 'Nothing is changed.' },
  'break-glass': {
    label: 'Break-glass approval',
    explanation:
      'Only if no other administrator holds this right: you can approve your own request after 24 hours. All administrators are notified, and the audit log marks it.',
    color: 'error',
    destructive: true,
  },
} as const;
type Action = keyof typeof ACTIONS;

/** Interval at which a request that others decide or the server applies is read again, in milliseconds. */
const POLL_INTERVALS_MS = { waiting: 15_000, approved: 2_000 };

/** The decisions that the signed-in administrator may make about a request. */
function actionsFor(request: Approval, may: May): readonly Action[] {
  if (request.status !== 'waiting' || !may(request.permission as Permission)) return [];
  if (String(request.requestedBy) !== currentAdmin().id) return request.obstacle ? ['reject'] : ['approve', 'reject'];
  if (!may('break-glass')) return ['withdraw'];
  if (request.breakGlassAskedAt) return ['approve', 'withdraw'];
  // Break-glass is for the case without another approver; the server refuses it otherwise.
  return request.approvers.length === 0 ? ['withdraw', 'break-glass'] : ['withdraw'];
}

export default function ApprovalPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const may = useMay();
  const read = useRecord('approvals', id, (latest) =>
    latest?.status === 'waiting' || latest?.status === 'approved' ? POLL_INTERVALS_MS[latest.status] : null,
  );
  const title = useTextWithAgentNames(read.data?.summary ?? '');
  const actionsOf = (request: Approval) => (asOf ? [] : actionsFor(request, may));
  return (
    <>
      <RecordPage
        head={(request) => ({
          actions: actionsOf(request).map((action) => (
            <ReasonButton
              {...ACTIONS[action]}
              doneMessage="Your decision is saved."
              key={action}
              // An approval that could not be executed has still changed the request, so read it after a refusal too.
              send={(reason, { command }) =>
                command('POST', `approvals/${id}/${action}`, { reason }).finally(() => void read.refetch())
              }
            />
          )),
          status: request.status,
          title,
        })}
        kind="Request"
        parent={{ to: '/approvals', label: 'Approvals' }}
        read={read}
      >
        {(request) => (
          <>
            <RequestState request={request} />
            <Heading>{request.status === 'executed' ? 'Applied change' : 'Proposed changes'}</Heading>
            <ChangePreview id={id} request={request} />
            {!asOf && request.status === 'waiting' && (
              <>
                <CorrectionChecks id={id} kind={request.kind} />
                <RequestEffect id={id} kind={request.kind} />
              </>
            )}
            {/* A simulation is no record that people change. */}
            {!asOf && !request.subject.startsWith('what-ifs/') && <RecentChanges entries={request.recentChanges} />}
          </>
        )}
      </RecordPage>
      {/* Stays while another request is read, and with it the focus. */}
      <NextRequests canDecide={read.data !== undefined && actionsOf(read.data).includes('reject')} id={id} />
    </>
  );
}

function RequestState({ request: data }: { request: Approval }) {
  const asOf = useAsOf();
  const may = useMay();
  const isMine = String(data.requestedBy) === currentAdmin().id;
  const isOpen = !asOf && data.status === 'waiting';
  const link = pageOfRecord(data.subject);
  const agentId = /^travel-agents\/(\d+)$/.exec(data.subject)?.[1];
  return (
    <>
      {isMine && isOpen && (
        <p role="status">
          <T>You requested this. Another administrator with the same right must approve it.</T>{' '}
          {data.approvers.length > 0 && (
            <T values={{ names: data.approvers.map(({ name }) => name).join(', ') }}>{'Can approve: %{names}.'}</T>
          )}
          {data.approvers.length === 0 && may(data.permission as Permission) && !may('break-glass') && (
            <T>
              No other administrator can approve it, and your roles do not allow a break-glass approval. Another person
              needs the right to approve this request.
            </T>
          )}
        </p>
      )}
      {!asOf && data.status === 'approved' && (
        <T as="p" role="status">
          Approved. The change is being applied.
        </T>
      )}
      {data.failure && (
        <p className="status bad">
          <T values={{ failure: [data.failure] }}>{'Could not be applied: %{failure}'}</T>
        </p>
      )}
      {data.obstacle && (
        <p className="status bad" role="status">
          {data.obstacle}
        </p>
      )}
      <Facts
        isSparse
        facts={[
          ['Requested by', `${data.requestedByName}, ${instant(data.requestedAt)}`],
          ['Reason', data.reason],
          [
            'Record',
            link ? (
              agentId ? (
                <AgentLink id={Number(agentId)} key="r" />
              ) : (
                <TextLink key="r" to={link} label="View record" />
              )
            ) : (
              ['New record']
            ),
          ],
          ['Decided by', data.decidedByName && `${data.decidedByName}, ${instant(data.decidedAt)}`],
          ['Reason for the decision', data.decisionReason],
          [
            'Break-glass approval',
            data.breakGlassAskedAt && (['requested %{at}', { at: instant(data.breakGlassAskedAt) }] as const),
          ],
        ]}
      />
    </>
  );
}
