import type { Integrator } from '@fynbos/api/integrators/answers.ts';
import { Link } from 'react-router-dom';
import { ActionButton } from '../components/ActionButton.tsx';
import { fieldText } from '../components/field.ts';
import { StatusTag } from '../components/texts.tsx';
import { date } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { AddIntegratorDialog } from './IntegratorDialog.tsx';

const COLUMNS: readonly Column<Integrator>[] = [
  {
    source: 'name',
    label: 'Integrator',
    sortable: true,
    render: ({ id, name }) => <Link to={`/integrators/${id}`}>{name}</Link>,
  },
  { source: 'status', label: 'Status', render: ({ status }) => <StatusTag status={status} /> },
  { source: 'scopes', label: 'Scopes', render: ({ scopes }) => <T>{fieldText('scopes', scopes)}</T> },
  { source: 'keys', label: 'Live keys', number: true, render: ({ keys }) => keys.length },
  { source: 'addedAt', label: 'Added', sortable: true, render: ({ addedAt }) => date(addedAt) },
];

const FILTERS: readonly FilterField[] = [
  { kind: 'text', source: 'q', label: 'Search name' },
  { kind: 'choice', source: 'status', label: 'Status', choices: ['live', 'removed'] },
];

export default function IntegratorsPage() {
  return (
    <ListPage
      actions={<ActionButton label="Add an integrator" dialog={<AddIntegratorDialog />} variant="contained" />}
      columns={COLUMNS}
      empty="No integrators yet. Add the system that will send invoices; it gets an API key."
      filters={FILTERS}
      resource="integrators"
      sort={{ field: 'name', order: 'ASC' }}
      title="Integrators"
    />
  );
}
