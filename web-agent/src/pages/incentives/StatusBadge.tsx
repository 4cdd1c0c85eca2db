import type { IncentiveLine } from '../../api/types.ts';
import { type IconName, PageIcon } from '../../components/PageIcon.tsx';
import { serverText } from '../../i18n/t.tsx';

export function StatusBadge({ status }: { readonly status: Status }) {
  return (
    <span className="badge">
      <PageIcon name={statusStyle(status).icon} />
      {serverText(status)}
    </span>
  );
}

type Status = IncentiveLine['status'];

interface StatusStyle {
  readonly icon: IconName;
  readonly tint: 'green' | 'yellow' | 'plain';
}

/** Green or yellow as in the specification (section 2), each with an icon and a word. */
const STATUS_STYLES: Record<Status, StatusStyle> = {
  Earned: { icon: 'wallet', tint: 'green' },
  Pending: { icon: 'clock', tint: 'green' },
  Paid: { icon: 'check', tint: 'yellow' },
  Expired: { icon: 'calendar', tint: 'yellow' },
  Declined: { icon: 'block', tint: 'plain' },
};

/** The style of `Earned` for a status that the page does not know: an open page can be older than the server. */
export const statusStyle = (status: Status): StatusStyle => STATUS_STYLES[status] ?? STATUS_STYLES.Earned;
