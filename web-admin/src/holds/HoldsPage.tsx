import type { Hold } from '@fynbos/api/payouts/answers.ts';
import type { Signal } from '@fynbos/domain/signal/signal.ts';
import { Link } from 'react-router-dom';
import { useMay, useMayOpen } from '../api/use-may.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { ActorName, AgentLink, TextWithAgentNames } from '../components/person-links.tsx';
import type { Status } from '../components/status-tones.ts';
import { Joined, StatusTag, TextLink } from '../components/texts.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { AgentInput } from '../form/RecordPicker.tsx';
import { date, words } from '../format/format.ts';
import { T, useTranslation } from '../i18n/T.tsx';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';

const SOURCES: Readonly<Record<Signal | 'Finance', string>> = {
  Finance: 'Finance',
  PaymentFailed: 'Payment failed or returned',
  SameBankAccount: 'Same bank account',
  ReferrersAccount: 'Referrer’s bank account',
  SelfReferral: 'Self-referral',
  BankChangeNearRun: 'Bank details changed shortly before a payout',
  Burst: 'Burst of reservations',
  Rebooked: 'Rebooked with a tracking number',
  InvoicedTwice: 'One invoice under several reservations',
  LargeRental: 'Unusually large rental',
  ChangedSinceTakeOver: 'Changed since the opening balance',
};

const FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    source: 'status',
    label: 'Status',
    choices: [
      ['flagged', 'Flagged: to be decided'],
      ['open', 'Held'],
      ['released', 'Released'],
      ['dismissed', 'Dismissed'],
    ],
  },
  {
    kind: 'choice',
    source: 'signal',
    label: 'Source',
    choices: Object.entries(SOURCES),
  },
  { kind: 'agent', source: 'agentId', label: 'Travel agent' },
];

const DECISIONS = {
  release: {
    path: (id: string) => `holds/${id}/release` as const,
    action: 'Release',
    title: 'Release this hold?',
    explanation:
      'The agent can be paid again. Above the limit of the reward policy, another administrator must approve.',
    doneMessage: 'Released.',
  },
  hold: {
    path: (id: string) => `signals/${id}/hold` as const,
    action: 'Hold',
    title: 'Hold payments to this agent?',
    explanation: 'No run pays the agent until the hold is released.',
    doneMessage: 'Held.',
  },
  dismiss: {
    path: (id: string) => `signals/${id}/dismiss` as const,
    action: 'Dismiss',
    title: 'Dismiss this alert?',
    explanation: 'Nothing is held, and the same alert is not raised again.',
    doneMessage: 'Dismissed.',
  },
} as const;
type Decision = keyof typeof DECISIONS;

/** Decisions that the status of a hold allows. */
const decisionsOn = ({ status }: Hold): readonly Decision[] =>
  status === 'open' ? ['release'] : status === 'flagged' ? ['hold', 'dismiss'] : [];

function DecisionButton({ hold, decision }: { hold: Hold; decision: Decision }) {
  const { path, action, ...texts } = DECISIONS[decision];
  return (
    <ReasonButton
      {...texts}
      accessibleName={['%{action}: %{reason}', { action: [action], reason: hold.reason }]}
      label={action}
      send={(reason, { command }) => command('POST', path(encodeURIComponent(hold.id)), { reason })}
      size="small"
    />
  );
}

/** The finding or reason of a hold, with the reservations that are its evidence. */
function HoldReason({ hold: { agentId, signal, status, reason, finding, evidence } }: { hold: Hold }) {
  const translate = useTranslation();
  const mayOpen = useMayOpen();
  const [reservationNo = ''] = evidence;
  return (
    <>
      <TextWithAgentNames text={reason} />
      {finding !== null && finding !== reason && (
        <div className="under">
          <TextWithAgentNames text={finding} />
        </div>
      )}
      {evidence.length > 0 && (
        <div className="under">
          <Joined>
            {evidence.slice(0, 5).map((each) => (
              <Link key={each} to={`/rewards/${encodeURIComponent(each)}`}>
                {each}
              </Link>
            ))}
          </Joined>
          {evidence.length > 5 && (
            <>
              {' '}
              <T values={{ count: evidence.length - 5 }}>{'and %{count} more'}</T>
            </>
          )}
        </div>
      )}
      {signal === 'ChangedSinceTakeOver' && status === 'flagged' && mayOpen('/corrections') && (
        <div>
          <TextLink
            to={`/corrections?${new URLSearchParams({ agent: String(agentId), reservationNo })}`}
            text={translate('Create a correction')}
          />
        </div>
      )}
    </>
  );
}

const STATUS_LABELS: Readonly<Record<Hold['status'], Status>> = {
  flagged: 'Flagged',
  open: 'Held',
  released: 'Released',
  dismissed: 'Dismissed',
};

const COLUMNS: readonly Column<Hold>[] = [
  {
    source: 'agentId',
    label: 'Agent',
    render: ({ agentId }) => <AgentLink id={agentId} />,
  },
  { source: 'signal', label: 'Source', render: ({ signal }) => <T>{words(signal)}</T> },
  { source: 'reason', label: 'Reason', render: (hold) => <HoldReason hold={hold} /> },
  {
    source: 'placedBy',
    label: 'Placed by',
    optional: true,
    render: ({ placedBy }) => <ActorName actor={placedBy} />,
  },
  {
    source: 'updatedAt',
    label: 'Since',
    sortable: true,
    render: ({ placedOn }) => <span className="nowrap">{date(placedOn)}</span>,
  },
  {
    source: 'status',
    label: 'Status',
    render: ({ status, releasedOn, releaseReason }) => (
      <>
        <StatusTag status={STATUS_LABELS[status]} />
        {releasedOn && (
          <div className="under">
            {date(releasedOn)}: {releaseReason}
          </div>
        )}
      </>
    ),
  },
];

const DECISION_COLUMN: Column<Hold> = {
  source: 'decide',
  label: 'Decide',
  render: (hold) => (
    <span className="actions">
      {decisionsOn(hold).map((decision) => (
        <DecisionButton decision={decision} hold={hold} key={decision} />
      ))}
    </span>
  ),
};

/** Actions on an agent who is chosen in the dialog. */
const ON_AGENTS = [
  {
    path: 'holds/waive-minimum',
    label: 'Pay out below the minimum',
    action: 'Waive minimum',
    title: 'Pay out below the minimum (agent leaving)',
    explanation: 'The next run pays the agent’s full balance, even below the minimum.',
  },
  {
    path: 'holds',
    label: 'Hold payments',
    title: 'Hold payments to an agent',
    name: 'hold',
    explanation: 'No run pays the agent until the hold is released.',
    variant: 'contained',
  },
] as const;

export default function HoldsPage() {
  const may = useMay();
  const isPast = useAsOf() !== null;
  const mayRelease = !isPast && may('holds:release');
  return (
    <ListPage
      actions={
        mayRelease &&
        ON_AGENTS.map(({ path, ...button }) => (
          <ReasonButton
            {...button}
            doneMessage="Saved."
            key={path}
            send={(reason, { command }, { agentId }) => command('POST', path, { agentId: Number(agentId), reason })}
            values={{ agentId: '' }}
          >
            <AgentInput />
          </ReasonButton>
        ))
      }
      columns={mayRelease ? [...COLUMNS, DECISION_COLUMN] : COLUMNS}
      empty="Nothing is held or flagged. Shared bank accounts and self-referrals are held automatically; late bank changes, bursts of reservations and rebookings are flagged every night and for each run. Finance can hold payments to any agent with a reason."
      filters={FILTERS}
      perPage={25}
      resource="holds"
      sort={{ field: 'updatedAt', order: 'DESC' }}
      title="Holds and alerts"
    />
  );
}
