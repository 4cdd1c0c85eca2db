import AlertIcon from '@mui/icons-material/ErrorOutlineOutlined';
import WaitIcon from '@mui/icons-material/ScheduleOutlined';
import DoneIcon from '@mui/icons-material/TaskAltOutlined';
import { whoAmI } from '../api/session.ts';
import { age, timeOfDay } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { Panel } from '../record/Panel.tsx';
import { Quiet } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import { type Inbox, sinceText, type WorkItem, type WorkText, workText } from './inbox.ts';

/** Interval at which the inbox is read again, in milliseconds. */
const REFRESH_MS = 60_000;

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

/** The work that waits for the signed-in administrator, with its count, its age and one action each. */
export function InboxPanel() {
  const { data, notice } = useRead<Inbox>('inbox', { pollMs: REFRESH_MS, rows: 7 });
  const rows = (data?.items ?? []).flatMap((item) => {
    const text = workText(item.kind, whoAmI().id);
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
            <Quiet>Requests, alerts and enquiries that need you appear here.</Quiet>
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
