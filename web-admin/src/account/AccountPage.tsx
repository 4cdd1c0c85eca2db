import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { getMe } from '../api/auth-provider.ts';
import { T } from '../i18n/T.tsx';
import { asPart, listed } from '../i18n/wording.ts';
import { Breakable } from '../record/Breakable.tsx';
import { Facts } from '../record/Facts.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { Panel } from '../record/Panel.tsx';
import { SessionTable } from '../record/SessionTable.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { sessions } from './own-account.ts';
import { Passkeys } from './Passkeys.tsx';

/** The account of the signed-in administrator: roles, passkeys and sessions. */
export default function AccountPage() {
  const { data, error, refetch } = useQuery({ queryKey: ['me'], queryFn: getMe });
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting />;
  const { adminId, name, email, roles, permissions } = data;
  return (
    <>
      <PageHead
        actions={
          permissions['audit-log:see'] && (
            <Button component={Link} to={`/admins/${adminId}`} variant="outlined">
              <T>My activity and history</T>
            </Button>
          )
        }
        title="My account"
      />
      <Facts
        facts={[
          ['Name', name],
          ['Email', <Breakable key="email" text={email} />],
          ['Roles', asPart(listed(roles, '%{one}, %{more}'))],
        ]}
      />
      <div className="record-panels">
        <Passkeys />
        <Panel title="Active sessions">
          <SessionTable of="own" {...sessions} />
        </Panel>
      </div>
    </>
  );
}
