import { usePermissions } from 'react-admin';
import { Link } from 'react-router-dom';
import { ago } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { asPart, listed } from '../i18n/wording.ts';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { StatusTag } from '../record/StatusTag.tsx';
import { AdminDialog } from './AdminDialog.tsx';
import type { Administrator } from './admin.ts';
import { Rights } from './Rights.tsx';

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
  { source: 'roles', label: 'Roles', render: ({ roles }) => asPart(listed(roles, '%{one}, %{more}')) },
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
  {
    kind: 'choice',
    source: 'status',
    label: 'Status',
    choices: [
      ['enabled', 'Enabled'],
      ['disabled', 'Disabled'],
    ],
  },
];

/** The administrators, and the permissions of each role. */
export default function AdminsPage() {
  const { permissions } = usePermissions<Record<string, string>>();
  return (
    <>
      <ListPage<Administrator>
        actions={
          permissions?.['admins:change'] && (
            <ActionButton label="Add a user" dialog={(close) => <AdminDialog onClose={close} />} variant="contained" />
          )
        }
        columns={COLUMNS}
        empty={<T as="p">No administrators.</T>}
        filters={FILTERS}
        resource="admins"
        sort={{ field: 'name', order: 'ASC' }}
        title="Users and roles"
      />
      <Rights />
    </>
  );
}
