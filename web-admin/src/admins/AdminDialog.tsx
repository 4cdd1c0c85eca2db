import type { Administrator } from '@fynbos/api/admins/answers.ts';
import { CheckboxGroupInput, email, required, SelectInput, TextInput } from 'react-admin';
import { call } from '../api/http.ts';
import { FormDialog, useSubmit } from '../form/FormDialog.tsx';
import { ReasonInput } from '../form/inputs.tsx';
import { useOpened } from '../form/use-save.ts';
import { T } from '../i18n/T.tsx';

export const ROLES = ['Admin', 'Finance', 'Support', 'Operator', 'Auditor'] as const;

const choices = ROLES.map((role) => ({ id: role, name: role }));
const STATUSES = [
  { id: 'enabled', name: 'Enabled' },
  { id: 'disabled', name: 'Disabled' },
];

/** Adds an administrator, or changes the roles and status of one. Both are subject to approval. */
export function AdminDialog({ admin: current, onClose }: { admin?: Administrator; onClose: () => void }) {
  const admin = useOpened(current);
  const submit = useSubmit({
    send: (values) =>
      admin
        ? call('PUT', `admins/${admin.id}`, values, { 'If-Match': String(admin.version) })
        : call('POST', 'admins', values),
    done: 'Saved.',
    onDone: onClose,
  });
  return (
    <FormDialog
      action="Request approval"
      onClose={onClose}
      onSubmit={submit}
      title={admin ? ['Change %{name}', { name: admin.name }] : 'Add a user'}
      values={admin ? { roles: admin.roles, status: admin.status } : { roles: [] }}
    >
      {!admin && (
        <T as="p">Another administrator has to approve this. The new user then gets an e-mail to set a password.</T>
      )}
      {!admin && <TextInput label="Name" source="name" validate={required('Name is required!')} />}
      {!admin && (
        <TextInput
          label="Email"
          source="email"
          validate={[required('Email is required!'), email('Enter a valid email address.')]}
        />
      )}
      <CheckboxGroupInput
        choices={choices}
        label="Roles"
        row={false}
        source="roles"
        validate={required('At least one role is required.')}
      />
      {admin && <SelectInput choices={STATUSES} label="Status" source="status" />}
      {admin && <ReasonInput />}
    </FormDialog>
  );
}
