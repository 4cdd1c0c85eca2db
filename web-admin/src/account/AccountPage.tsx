import { useQuery } from '@tanstack/react-query';
import { getMe } from '../api/auth-provider.ts';
import { asPart, listed } from '../i18n/wording.ts';
import { ActionButton } from '../record/ActionButton.tsx';
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
            <ActionButton label="My activity and history" to={`/admins/${adminId}`} variant="outlined" />
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
