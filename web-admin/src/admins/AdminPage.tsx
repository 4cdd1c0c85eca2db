import { addDays, dayOf } from '@fynbos/domain/calendar.ts';
import { Chip } from '@mui/material';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useMay } from '../api/use-may.ts';
import { PendingChanges } from '../approvals/PendingChanges.tsx';
import { useAsOf } from '../as-of/as-of.tsx';
import { useListedRecord } from '../as-of/use-record.ts';
import { AuditFeed } from '../audit/AuditFeed.tsx';
import { ActionButton } from '../components/ActionButton.tsx';
import { RecordPage } from '../components/RecordPage.tsx';
import { Breakable, Facts, TextLink } from '../components/texts.tsx';
import { instant, today } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { listed, T } from '../i18n/T.tsx';
import { Presence } from '../presence/Presence.tsx';
import { AdminDialog } from './AdminDialog.tsx';

/** Periods of the activity: the days before the shown date, and the label. */
const PERIODS = [
  [7, 'Last 7 days'],
  [30, 'Last 30 days'],
  [null, 'Everything'],
] as const;

/** Everything that an administrator did, newest first; at first that of the last seven days. */
function Activity({ id }: { id: string }) {
  const asOf = useAsOf();
  const [days, setDays] = useState<number | null>(7);
  const last = asOf ? dayOf(new Date(asOf)) : today();
  const params = {
    actorKind: 'admin',
    actorId: id,
    ...(days === null ? {} : { from: addDays(last, 1 - days) }),
  };
  return (
    <>
      <div className="chips">
        {PERIODS.map(([value, label]) => (
          <Chip
            aria-pressed={days === value}
            color={days === value ? 'primary' : 'default'}
            key={label}
            label={<T>{label}</T>}
            onClick={() => setDays(value)}
            variant="outlined"
          />
        ))}
        <TextLink to={`/audit-log?${new URLSearchParams(params)}`} label="Open in the audit log" />
      </div>
      <AuditFeed empty="Nothing in this period." params={params} />
    </>
  );
}

export default function AdminPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const may = useMay();
  return (
    <RecordPage
      head={(admin) => ({
        actions: !asOf && may('admins:change') && (
          <ActionButton label="Change roles" name="roles" dialog={<AdminDialog admin={admin} />} variant="contained" />
        ),
        status: admin.status,
        title: admin.name,
      })}
      kind="Administrator"
      parent={{ to: '/admins', label: 'Administrators and roles' }}
      read={useListedRecord('admins', Number(id))}
      tabs={() => ({ activity: <Activity id={id} />, history: <HistoryTab id={id} resource="admins" /> })}
    >
      {(admin) => (
        <>
          <Presence record={`admins/${id}`} />
          <PendingChanges subject={`admins/${id}`} />
          <Facts
            facts={[
              ['Email', <Breakable key="email" text={admin.email} />],
              ['Roles', listed(admin.roles)],
              ['Added', instant(admin.addedAt)],
              ['Last sign-in', instant(admin.lastSignInAt)],
              ['Failed sign-ins since last sign-in', admin.refusedSince],
            ]}
          />
        </>
      )}
    </RecordPage>
  );
}
