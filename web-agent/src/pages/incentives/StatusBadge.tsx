import type { IncentiveLine } from '../../api/types.ts';
import { type IconName, PageIcon } from '../../components/PageIcon.tsx';
import { serverText } from '../../i18n/t.tsx';

export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <span className="badge">
      <PageIcon name={lookOf(status).icon} />
      {serverText(status)}
    </span>
  );
}

type Status = IncentiveLine['status'];

interface Look {
  readonly icon: IconName;
  readonly tint: 'green' | 'yellow' | 'plain';
}

/** Green or yellow as in the specification (section 2), each with an icon and a word. */
const LOOKS: Record<Status, Look> = {
  Earned: { icon: 'wallet', tint: 'green' },
  Pending: { icon: 'clock', tint: 'green' },
  Paid: { icon: 'check', tint: 'yellow' },
  Expired: { icon: 'calendar', tint: 'yellow' },
  Declined: { icon: 'block', tint: 'plain' },
};

export const lookOf = (status: string): Look => LOOKS[status as Status] ?? LOOKS.Earned;
