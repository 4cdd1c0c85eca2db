import type { OwedAgents } from '@fynbos/api/liability/answers.ts';
import { AGE_BUCKETS, STANDINGS } from '@fynbos/domain/ledger/owed.ts';
import { Link } from 'react-router-dom';
import { rand, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';

type OwedAgent = OwedAgents[number];

const FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    source: 'standing',
    label: 'Status',
    choices: Object.keys(STANDINGS),
  },
  {
    kind: 'choice',
    source: 'age',
    label: 'Age band',
    choices: AGE_BUCKETS.map(({ bucket, label }) => [bucket, label] as const),
  },
];

const COLUMNS: readonly Column<OwedAgent>[] = [
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
