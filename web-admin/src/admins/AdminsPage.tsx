import type { Administrator } from '@fynbos/api/admins/answers.ts';
import { Link } from 'react-router-dom';
import { useMay } from '../api/use-may.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable } from '../components/FigureTable.tsx';
import { StatusTag, Tag } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { ago } from '../format/format.ts';
import { listed, T } from '../i18n/T.tsx';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { AdminDialog, ROLES } from './AdminDialog.tsx';

const GRANT_LABELS = { yes: 'Yes', second: 'With approval' } as const;

const PERMISSION_LABELS: Readonly<Record<string, string>> = {
  'agents:see': 'View agents',
  'promotions:see': 'View promotions',
  'enquiries:see': 'View enquiries',
  'agents:change': 'Create and edit agents',
  'agents:suspend': 'Suspend and reinstate agents',
  'agents:unlock': 'Unlock agents',
  'agents:change-bank-or-contact': 'Change bank and contact details',
  'promotions:change': 'Create and edit promotions',
  'promotions:back-date': 'Back-date changes of promotions',
  'enquiries:answer': 'Answer enquiries',
  'payouts:change': 'Propose and approve payouts',
  'policy:change': 'Change the reward policy',
  'tax:change': 'Issue certificates and change tax treatments',
  'corrections:make': 'Correct accounts',
  'months:close': 'Close months',
  'holds:release': 'Hold and release payments',
  'holds:release-large': 'Release large holds',
  'admins:change': 'Manage administrators and roles',
  'break-glass': 'Break-glass approval',
  'integrators:change': 'Manage integrators',
  'replay:run': 'Run rebuilds',
  'what-if:see': 'View what-if analyses',
  'what-if:run': 'Run what-if analyses',
  'parked-keys:mend': 'Retry failed events',
  'queues:see': 'View queues',
  'programme:import': 'Import agents and promotions',
  'duties:attest': 'Attest duties',
  'reconciliation:run': 'Run reconciliations',
  'reports:see': 'View reports',
  'audit-log:see': 'View the audit log',
  'events:see': 'View events',
  'full-numbers:see': 'View full bank and ID numbers',
};

/** Permissions by role, as the server enforces them. */
function RolePermissions() {
  const { data } = useRead('permissions');
  if (!data) return null;
  return (
    <FigureTable
      caption="Permissions by role"
      isTitled
      columns={['Permission', ...ROLES]}
      rows={Object.entries(data).map(([permission, row]) => [
        permission,
        [PERMISSION_LABELS[permission] ?? permission],
        ...ROLES.map((role) => {
          const grant = row[role];
          if (grant === 'yes') return [GRANT_LABELS.yes];
          return grant ? (
            <Tag key={role} tone="attention">
              {GRANT_LABELS[grant]}
            </Tag>
          ) : (
            <span className="quiet nothing" key={role}>
              <span aria-hidden>–</span>
              <span className="sr-only">
                <T>No</T>
              </span>
            </span>
          );
        }),
      ])}
    />
  );
}

const COLUMNS: readonly Column<Administrator>[] = [
  {
    source: 'name',
    label: 'Person',
    sortable: true,
    render: ({ id, name, email }) => (
      <>
        <Link to={`/admins/${id}`}>{name || <T values={{ id }}>{'Administrator %{id}'}</T>}</Link>
        <div className="under">{email}</div>
      </>
    ),
  },
  { source: 'roles', label: 'Roles', render: ({ roles }) => listed(roles) },
  { source: 'status', label: 'Status', render: ({ status }) => <StatusTag status={status} /> },
  {
    source: 'lastSignInAt',
    label: 'Last sign-in',
    sortable: true,
    render: ({ lastSignInAt }) => (lastSignInAt ? ago(lastSignInAt) : ['Never']),
  },
];

const FILTERS: readonly FilterField[] = [
  { kind: 'text', source: 'q', label: 'Search name or email' },
  { kind: 'choice', source: 'status', label: 'Status', choices: ['enabled', 'disabled'] },
];

export default function AdminsPage() {
  const may = useMay();
  return (
    <>
      <ListPage
        actions={
          may('admins:change') && (
            <ActionButton label="Add an administrator" dialog={<AdminDialog />} variant="contained" />
          )
        }
        columns={COLUMNS}
        empty="No administrators."
        filters={FILTERS}
        resource="admins"
        sort={{ field: 'name', order: 'ASC' }}
        title="Administrators and roles"
      />
      <RolePermissions />
    </>
  );
}
