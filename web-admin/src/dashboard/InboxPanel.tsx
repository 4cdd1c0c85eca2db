import type { Inbox } from '@fynbos/api/dashboard/answers.ts';
import AlertIcon from '@mui/icons-material/ErrorOutlineOutlined';
import WaitIcon from '@mui/icons-material/ScheduleOutlined';
import DoneIcon from '@mui/icons-material/TaskAltOutlined';
import { currentAdmin } from '../api/session.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { Panel } from '../components/Panel.tsx';
import { MutedText } from '../components/texts.tsx';
import { listAt } from '../components/use-address.ts';
import { useRead } from '../components/use-read.tsx';
import { age, timeOfDay } from '../format/format.ts';
import { T, type Wording } from '../i18n/T.tsx';

type WorkItem = Inbox['items'][number];

/** How one kind of work is shown: its sentence, the page where it is done and the action. */
interface WorkText {
  /** Sentence with `%{count}`, singular and plural. */
  readonly text: string;
  readonly action: string;
  readonly to: string;
  readonly urgency: 'bad' | 'attention' | 'plain';
}

/** Returns how a kind of work is shown to an administrator; undefined for a kind that this page does not know. */
function workText(kind: string, adminId: string): WorkText | undefined {
  const texts: Readonly<Record<string, WorkText>> = {
    differences: {
      text: 'Reconciliation found %{count} difference |||| Reconciliation found %{count} differences',
      action: 'View differences',
      to: '/reconciliations',
      urgency: 'bad',
    },
    'failed-events': {
      text: '%{count} record is blocked by a failed event |||| %{count} records are blocked by failed events',
      action: 'View failed events',
      to: '/operations?tab=blocked-keys',
      urgency: 'bad',
    },
    'failed-messages': {
      text: '%{count} email or SMS could not be delivered |||| %{count} emails and SMS could not be delivered',
      action: 'Send again',
      to: '/operations?tab=notices',
      urgency: 'bad',
    },
    approvals: {
      text: '%{count} request waits for your approval |||| %{count} requests wait for your approval',
      action: 'Review',
      to: listAt('/approvals', { status: 'waiting' }),
      urgency: 'attention',
    },
    'returned-payments': {
      text: '%{count} agent with a balance was not paid: the bank refused or returned the payment |||| %{count} agents with a balance were not paid: the bank refused or returned the payments',
      action: 'View holds',
      to: listAt('/holds', { status: 'open', signal: 'PaymentFailed' }),
      urgency: 'bad',
    },
    'bank-answers': {
      text: '%{count} payout run is past its pay date without a bank response |||| %{count} payout runs are past their pay dates without a bank response',
      action: 'Record results',
      to: listAt('/payouts', { status: 'exported' }),
      urgency: 'attention',
    },
    signals: {
      text: '%{count} alert needs a decision |||| %{count} alerts need a decision',
      action: 'Decide',
      to: listAt('/holds', { status: 'flagged' }),
      urgency: 'attention',
    },
    'enquiries-mine': {
      text: '%{count} open enquiry is assigned to you |||| %{count} open enquiries are assigned to you',
      action: 'Answer',
      to: `${listAt('/contact-support', { isOpen: 'true', assignedTo: adminId })}&sort=waitingSince&order=ASC&page=1&perPage=10`,
      urgency: 'attention',
    },
    'enquiries-unassigned': {
      text: '%{count} open enquiry is not assigned |||| %{count} open enquiries are not assigned',
      action: 'Assign',
      to: `${listAt('/contact-support', { isOpen: 'true', isAssigned: 'false' })}&sort=dateCreated&order=ASC&page=1&perPage=10`,
      urgency: 'attention',
    },
    requests: {
      text: '%{count} request of yours waits for another administrator |||| %{count} requests of yours wait for another administrator',
      action: 'View',
      to: listAt('/approvals', { status: 'waiting', requestedBy: adminId }),
      urgency: 'plain',
    },
  };
  return texts[kind];
}

/** Describes how long the oldest of some work has waited. */
const sinceText = (age: Wording): Wording => ['Oldest: %{age}', { age }];

/** Interval at which the inbox is read again, in milliseconds. */
const POLL_MS = 60_000;

function Row({ item, text: { text, action, to, urgency } }: { item: WorkItem; text: WorkText }) {
  const { count, since } = item;
  return (
    <li className={`work ${urgency}`}>
      <span aria-hidden className="work-icon">
        {urgency === 'bad' ? <AlertIcon /> : <WaitIcon />}
      </span>
      <div className="work-text">
        <T values={{ count }}>{text}</T>
        {since && (
          <div className="quiet">
            <T>{sinceText(age(since))}</T>
          </div>
        )}
      </div>
      <ActionButton label={action} size="small" to={to} variant="outlined" />
    </li>
  );
}

export function InboxPanel() {
  const { data, notice } = useRead('inbox', { pollMs: POLL_MS, rows: 7 });
  const rows = (data?.items ?? []).flatMap((item) => {
    const text = workText(item.kind, currentAdmin().id);
    return text ? [{ item, text }] : [];
  });
  return (
    <Panel aside={data && <T values={{ time: timeOfDay(data.at) }}>{'As of %{time}'}</T>} title="Needs your attention">
      {notice}
      {data && rows.length === 0 && (
        <div className="all-done">
          <DoneIcon aria-hidden />
          <p>
            <T as="strong">You are up to date.</T>
            <br />
            <MutedText>Requests, alerts and enquiries that need you appear here.</MutedText>
          </p>
        </div>
      )}
      {rows.length > 0 && (
        <ul className="work-list">
          {rows.map((row) => (
            <Row key={row.item.kind} {...row} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
