import type { IncentiveLine } from '../../api/types.ts';
import { type IconName, PageIcon } from '../../components/PageIcon.tsx';
import { serverText, t } from '../../i18n/t.tsx';

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
  readonly meaning: string;
}

/**
 * Green for Earned, Pending and default, yellow for Paid and Expired (specification, section 2); each with an icon and
 * a word.
 */
const LOOKS: Record<Status, Look> = {
  Earned: { icon: 'wallet', tint: 'green', meaning: t('In your balance') },
  Pending: { icon: 'clock', tint: 'green', meaning: t('Waiting: the rental is on hold') },
  Paid: { icon: 'check', tint: 'yellow', meaning: t('Paid to your bank account') },
  Expired: { icon: 'calendar', tint: 'yellow', meaning: t('Not paid in time') },
  Declined: { icon: 'block', tint: 'plain', meaning: t('Did not qualify') },
};

export const lookOf = (status: string): Look => LOOKS[status as Status] ?? LOOKS.Earned;
