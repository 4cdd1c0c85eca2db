import type { Referral } from '@fynbos/api/referrals/answers.ts';
import { Link } from 'react-router-dom';
import { AgentLink } from '../components/person-links.tsx';
import { StatusTag } from '../components/texts.tsx';
import { date } from '../format/format.ts';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';

const COLUMNS: readonly Column<Referral>[] = [
  {
    source: 'name',
    label: 'Name',
    render: ({ firstName, surname, agentId }) => {
      const name = `${firstName} ${surname}`.trim() || 'Erased person';
      return agentId ? <Link to={`/travel-agents/${agentId}`}>{name}</Link> : name;
    },
  },
  { source: 'agencyName', label: 'Agency Name' },
  {
    source: 'registrationStatus',
    label: 'Status',
    render: ({ registrationStatus }) => <StatusTag status={registrationStatus} />,
  },
  {
    source: 'referredBy',
    label: 'Referred by',
    render: ({ referredByAgentId }) => <AgentLink id={referredByAgentId} tab="referrals" />,
  },
  { source: 'referredOn', label: 'Referred on', sortable: true, render: ({ referredOn }) => date(referredOn) },
  { source: 'lastUpdated', label: 'Last update', render: ({ lastUpdated }) => date(lastUpdated) },
];

const FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    source: 'registrationStatus',
    label: 'Status',
    choices: ['Invited', 'Registered', 'Completed'],
  },
  { kind: 'month', source: 'referredIn', label: 'Referred in month' },
];

export default function ReferralsPage() {
  return (
    <ListPage
      columns={COLUMNS}
      empty="No referrals yet. Agents refer others in the portal, or an admin does on the agent's page."
      filters={FILTERS}
      resource="referrals"
      sort={{ field: 'referredOn', order: 'DESC' }}
      title="Referrals"
    />
  );
}
