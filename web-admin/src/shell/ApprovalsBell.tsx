import BellIcon from '@mui/icons-material/NotificationsNoneOutlined';
import { Badge, IconButton, Tooltip } from '@mui/material';
import { usePermissions } from 'react-admin';
import { Link } from 'react-router-dom';
import { useSay } from '../i18n/use-say.ts';
import type { Wording } from '../i18n/wording.ts';
import { useWaitingApprovals } from './use-waiting-approvals.ts';

const INBOX = `/approvals?filter=${encodeURIComponent('{"status":"waiting"}')}`;

/** Number of requests that wait for the signed-in administrator, with a link to the only one or to the inbox. */
export function ApprovalsBell() {
  const say = useSay();
  const { permissions } = usePermissions<Record<string, string>>();
  const waiting = useWaitingApprovals();
  if (!permissions?.['reports:see']) return null;
  const label: Wording = [
    '%{count} approval waits for you |||| %{count} approvals wait for you',
    { count: waiting.length },
  ];
  const [only] = waiting;
  return (
    <Tooltip title={say(label)}>
      <IconButton
        aria-label={say(label)}
        color="inherit"
        component={Link}
        to={only && waiting.length === 1 ? `/approvals/${only.id}` : INBOX}
      >
        <Badge badgeContent={waiting.length} color="secondary" max={99}>
          <BellIcon />
        </Badge>
      </IconButton>
    </Tooltip>
  );
}
