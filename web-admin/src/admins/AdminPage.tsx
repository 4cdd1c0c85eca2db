import { addDays, dayOf } from '@fynbos/domain/calendar.ts';
import { Chip } from '@mui/material';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useMay } from '../api/use-may.ts';
import { PendingChanges } from '../approvals/PendingChanges.tsx';
import { AuditFeed } from '../audit/AuditFeed.tsx';
import { ActionButton } from '../components/ActionButton.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { RecordTabs } from '../components/RecordTabs.tsx';
import { PageError } from '../components/states.tsx';
import { Breakable, Facts, StatusTag, TextLink } from '../components/texts.tsx';
import { instant, today } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { asPart, listed, T } from '../i18n/T.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { useRecord } from '../past/use-record.ts';
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

const CRUMBS = [{ to: '/admins', label: 'Users and roles' }] as const;

/** One administrator: roles, sign-ins, everything the person did, and the history of the account. */
export default function AdminPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const may = useMay();
  const { data, error, notice } = useRecord('admins', Number(id));
  if (!data) return error ? <PageError crumbs={CRUMBS} error={error} title="Administrator" /> : notice;
  return (
    <>
      <PageHead
        actions={
          !asOf &&
          may('admins:change') && (
            <ActionButton label="Change roles" dialog={<AdminDialog admin={data} />} variant="outlined" />
          )
        }
        crumbs={CRUMBS}
        status={<StatusTag status={data.status} />}
        title={data.name}
      />
      {notice}
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
      <RecordTabs
        label="Administrator"
        tabs={{ Activity: <Activity id={id} />, History: <HistoryTab id={id} resource="admins" /> }}
      />
    </>
  );
}
