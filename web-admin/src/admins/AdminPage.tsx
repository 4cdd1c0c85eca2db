import { useGetOne, usePermissions } from 'react-admin';
import { useParams } from 'react-router-dom';
import { PendingChanges } from '../approvals/PendingChanges.tsx';
import { instant } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { asPart, listed } from '../i18n/wording.ts';
import { useAsOf } from '../past/as-of.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { Breakable } from '../record/Breakable.tsx';
import { Facts } from '../record/Facts.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { Presence } from '../record/Presence.tsx';
import { RecordTabs } from '../record/RecordTabs.tsx';
import { StatusTag } from '../record/StatusTag.tsx';
import { PageError, Waiting } from '../record/states.tsx';
import { useTab } from '../record/use-tab.ts';
import { Activity } from './Activity.tsx';
import { AdminDialog } from './AdminDialog.tsx';
import type { Administrator } from './admin.ts';

const CRUMBS = [{ to: '/admins', label: 'Users and roles' }] as const;

const TABS = ['Activity', 'History'] as const;

/** One administrator: roles, sign-ins, everything the person did, and the history of the account. */
export default function AdminPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const [tab, choose] = useTab(TABS);
  const { permissions } = usePermissions<Record<string, string>>();
  const { data, error } = useGetOne<Administrator>('admins', { id: Number(id), meta: { asOf } });
  if (error) return <PageError crumbs={CRUMBS} error={error} title="Administrator" />;
  if (!data) return <Waiting />;
  return (
    <>
      <PageHead
        actions={
          !asOf &&
          permissions?.['admins:change'] && (
            <ActionButton
              label="Change roles"
              dialog={(close) => <AdminDialog admin={data} onClose={close} />}
              variant="outlined"
            />
          )
        }
        crumbs={CRUMBS}
        status={<StatusTag status={data.status} />}
        title={data.name}
      />
      <Presence record={`admins/${id}`} />
      <PendingChanges subject={`admins/${id}`} />
      <Facts
        facts={[
          ['Email', <Breakable key="email" text={data.email} />],
          ['Roles', asPart(listed(data.roles, '%{one}, %{more}'))],
          ['Added', instant(data.addedAt)],
          ['Last sign-in', instant(data.lastSignInAt)],
          ['Failed sign-ins since last sign-in', data.refusedSince],
        ]}
      />
      <RecordTabs label="Administrator" names={TABS} onChoose={choose} tab={tab}>
        {tab === 'Activity' ? <Activity id={id} /> : <HistoryTab id={id} resource="admins" />}
      </RecordTabs>
    </>
  );
}
