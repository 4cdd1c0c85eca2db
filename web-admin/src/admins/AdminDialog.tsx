import type { Administrator } from '@fynbos/api/admins/answers.ts';
import type { AdminBody } from '../api/http.ts';
import { useOpened } from '../form/EditDialog.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { ChecksField, Field, ReasonInput } from '../form/inputs.tsx';
import { T } from '../i18n/T.tsx';

export const ROLES = ['Admin', 'Finance', 'Support', 'Operator', 'Auditor'] as const;

const ROLE_CHOICES = ROLES.map((role) => [role, role] as const);
const STATUSES = [
  ['enabled', 'Enabled'],
  ['disabled', 'Disabled'],
] as const;

/** Adds an administrator, or changes the roles and status of one. Both are subject to approval. */
export function AdminDialog({ admin: current }: { admin?: Administrator }) {
  const admin = useOpened(current);
  return (
    <FormDialog<AdminBody<'POST', 'admins'> & AdminBody<'PUT', `admins/${number}`>>
      action="Request approval"
      doneMessage="Saved."
      send={(values, { command }) =>
        admin
          ? command('PUT', `admins/${admin.id}`, values, { version: admin.version })
          : command('POST', 'admins', values)
      }
      title={admin ? ['Edit %{name}', { name: admin.name }] : 'Add an administrator'}
      values={admin ? { roles: admin.roles, status: admin.status } : { roles: [] }}
    >
      {!admin && (
        <T as="p">
          Another administrator must approve this. The new administrator then gets an email to set a password.
        </T>
      )}
      {!admin && <Field label="Name" source="name" />}
      {!admin && <Field label="Email" mode="email" source="email" />}
      <ChecksField choices={ROLE_CHOICES} label="Roles" missing="At least one role is required." source="roles" />
      {admin && <Field choices={STATUSES} label="Status" source="status" />}
      {admin && <ReasonInput />}
    </FormDialog>
  );
}
