import type { OwedAgents } from '@fynbos/api/liability/answers.ts';
import { STANDINGS } from '@fynbos/domain/ledger/owed.ts';
import { Link } from 'react-router-dom';
import { rand, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';

type Owed = OwedAgents[number];

const AGES = [
  ['days30', 'Up to 30 days'],
  ['days60', '31 to 60 days'],
  ['days90', '61 to 90 days'],
  ['days180', '91 to 180 days'],
  ['days365', '181 to 365 days'],
  ['older', 'Over a year'],
  ['undated', 'Corrections and opening balances'],
  ['overdrawn', 'Overdrawn'],
] as const;

const FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    source: 'standing',
    label: 'Status',
    choices: Object.keys(STANDINGS),
  },
  { kind: 'choice', source: 'age', label: 'Age band', choices: AGES },
];

const COLUMNS: readonly Column<Owed>[] = [
  {
    source: 'surname',
    label: 'Agent',
    sortable: true,
    render: ({ agentId, firstName, surname }) => (
      <Link to={`/travel-agents/${agentId}`}>{`${firstName ?? ''} ${surname ?? ''}`.trim() || agentId}</Link>
    ),
  },
  { source: 'agencyName', label: 'Agency' },
  { source: 'loyaltyTrackingNo', label: 'Tracking number' },
  { source: 'standing', label: 'Status', render: ({ standing }) => <T>{words(standing)}</T> },
  { source: 'older', label: 'Over a year', number: true, render: ({ older }) => (older === 0 ? '' : rand(older)) },
  {
    source: 'balanceCents',
    label: 'Owed',
    number: true,
    sortable: true,
    render: ({ balanceCents }) => rand(balanceCents),
  },
];

export default function LiabilityAgentsPage() {
  return (
    <ListPage
      columns={COLUMNS}
      empty="No agent is owed anything."
      exportable
      filters={FILTERS}
      parent={{ to: '/liability', label: 'Liability' }}
      perPage={25}
      resource="agents-owed"
      sort={{ field: 'balanceCents', order: 'DESC' }}
      title="Agents who are owed"
    />
  );
}
