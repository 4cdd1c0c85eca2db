import type { ApprovalDetail as Approval } from '@fynbos/api/approvals/answers.ts';
import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermissions } from 'react-admin';
import { useParams } from 'react-router-dom';
import { getAsOf } from '../api/fetch-until-ready.ts';
import { call } from '../api/http.ts';
import { whoAmI } from '../api/session.ts';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { instant } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { Facts } from '../record/Facts.tsx';
import { useNamedText } from '../record/NamedText.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { AgentLink } from '../record/PersonLink.tsx';
import { StatusTag } from '../record/StatusTag.tsx';
import { ErrorNote, PageError, Waiting } from '../record/states.tsx';
import { subjectLink } from '../record/subject-link.ts';
import { TextLink } from '../record/TextLink.tsx';
import { Heading } from '../record/texts.tsx';
import { ChangePreview } from './ChangePreview.tsx';
import { CorrectionChecks } from './CorrectionChecks.tsx';
import { NextRequests } from './NextRequests.tsx';
import { RecentChanges } from './RecentChanges.tsx';
import { RequestEffect } from './RequestEffect.tsx';

const ACTIONS = {
  approve: { label: 'Approve', explanation: 'The change is applied to the current record.' },
  reject: { label: 'Reject', explanation: 'Nothing is changed. The requester will see your reason.' },
  withdraw: { label: 'Withdraw', explanation: 'Nothing is changed.' },
  'break-glass': {
    label: 'Emergency override',
    explanation:
      'Only if no other administrator holds this right: you can approve your own request after 24 hours. All administrators are notified, and the audit log marks it.',
  },
} as const;
type Action = keyof typeof ACTIONS;
/** Keys of the decisions; `j` and `k` lead to the next and the previous waiting request. */
const KEYS: Partial<Record<Action, string>> = { approve: 'a', reject: 'r' };

/** Interval at which an open request is read again, in milliseconds. */
const LOOK_MS = 15_000;

const CRUMBS = [{ to: '/approvals', label: 'Approvals' }] as const;

/** One request: its changes, requester and reason. Offers approve, reject and withdraw. */
export default function ApprovalPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const [asking, setAsking] = useState<Action | null>(null);
  const { permissions } = usePermissions<Record<string, string>>();
  const { data, error, refetch } = useQuery({
    queryKey: ['approval', id, asOf],
    queryFn: ({ signal }) => getAsOf<Approval>(`approvals/${id}`, asOf, signal),
    // Another administrator can decide while the page is open.
    refetchInterval: ({ state }) => (asOf === null && state.data?.status === 'waiting' ? LOOK_MS : false),
    refetchOnWindowFocus: true,
  });
  const title = useNamedText(data?.summary ?? '');
  if (!data) return error ? <PageError crumbs={CRUMBS} error={error} title="Request" /> : <Waiting rows={6} />;
  const isMine = String(data.requestedBy) === whoAmI().id;
  const link = subjectLink(data.subject);
  const agentId = /^travel-agents\/(\d+)$/.exec(data.subject)?.[1];
  const isOpen = !asOf && (data.status === 'waiting' || data.status === 'approved');
  const actions: Action[] =
    !isOpen || !permissions?.[data.permission]
      ? []
      : isMine
        ? data.breakGlassAskedAt
          ? ['approve', 'withdraw']
          : // Break-glass is for the case without another approver; the server refuses it otherwise.
            data.approvers.length === 0
            ? ['withdraw', 'break-glass']
            : ['withdraw']
        : data.obstacle
          ? ['reject']
          : ['approve', 'reject'];
  return (
    <>
      <PageHead
        actions={actions.map((action) => (
          <Button
            color={action === 'reject' || action === 'break-glass' ? 'error' : 'primary'}
            {...(KEYS[action] && { 'aria-keyshortcuts': KEYS[action], 'data-key': KEYS[action] })}
            key={action}
            onClick={() => setAsking(action)}
            variant={action === 'approve' ? 'contained' : 'outlined'}
          >
            <T>{ACTIONS[action].label}</T>
          </Button>
        ))}
        crumbs={CRUMBS}
        status={<StatusTag status={data.status} />}
        title={title}
      />
      {error && <ErrorNote error={error} onRetry={refetch} />}
      {isMine && isOpen && (
        <p role="status">
          <T>You requested this. Another administrator with the same right has to approve it.</T>{' '}
          {data.approvers.length > 0 && (
            <T values={{ names: data.approvers.map(({ name }) => name).join(', ') }}>{'Can approve: %{names}.'}</T>
          )}
        </p>
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
            'Emergency override',
            data.breakGlassAskedAt && (['requested %{at}', { at: instant(data.breakGlassAskedAt) }] as const),
          ],
        ]}
      />
      <Heading>{data.status === 'executed' ? 'Applied change' : 'Proposed changes'}</Heading>
      <ChangePreview id={id} request={data} />
      {isOpen && <CorrectionChecks id={id} kind={data.kind} />}
      {isOpen && <RequestEffect id={id} kind={data.kind} />}
      {!asOf && <RecentChanges entries={data.recentChanges} />}
      <NextRequests canDecide={actions.includes('reject')} id={id} />
      {asking && (
        <ReasonDialog
          action={ACTIONS[asking].label}
          destructive={asking === 'reject' || asking === 'break-glass'}
          explanation={ACTIONS[asking].explanation}
          onClose={() => setAsking(null)}
          done="Your decision is saved."
          // An approval that could not be executed has still changed the request, so refresh after a refusal too.
          send={(reason) =>
            call<{ message: string }>('POST', `approvals/${id}/${asking}`, { reason }).finally(() => void refetch())
          }
          title={ACTIONS[asking].label}
        />
      )}
    </>
  );
}
