import { usePermissions } from 'react-admin';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { fieldText } from '../format/field.ts';
import { ago, date, phone } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { Breakable } from '../record/Breakable.tsx';
import { StatusTag } from '../record/StatusTag.tsx';
import { AgentBalance } from './AgentBalance.tsx';
import { AgentBulkActions } from './AgentBulkActions.tsx';
import { type Agent, nameOf } from './agent.ts';
import { CreateAgentDialog } from './CreateAgentDialog.tsx';
import { EditAgentDialog } from './EditAgentDialog.tsx';

const FILTERS: readonly FilterField[] = [
  { kind: 'text', source: 'q', label: 'Search name, agency, e-mail, tracking number' },
  { kind: 'text', source: 'idNumber', label: 'ID number (exact)' },
  {
    kind: 'choice',
    source: 'status',
    label: 'Status',
    choices: [
      ['active', 'Active'],
      ['registered', 'Registered'],
      ['suspended', 'Suspended'],
      ['forgotten', 'Erased'],
    ],
  },
  { kind: 'month', source: 'registeredIn', label: 'Registered in month' },
];

function EditButton({ agent }: { agent: Agent }) {
  return (
    <ActionButton
      label="Edit"
      accessibleName={['Edit %{agent}', { agent: nameOf(agent) }]}
      size="small"
      to={{ pathname: `/travel-agents/edit/${agent.id}`, search: useLocation().search }}
      variant="outlined"
    />
  );
}

const columns = (mayChange: boolean, seesMoney: boolean): readonly Column<Agent>[] => [
  {
    source: 'surname',
    label: 'Travel agent',
    sortable: true,
    render: (agent) => (
      <>
        <Link to={`/travel-agents/${agent.id}`}>{nameOf(agent)}</Link>
        <div className="under">{agent.agencyName}</div>
        <div className="under">
          <Breakable text={agent.emailAddress} />
        </div>
      </>
    ),
  },
  {
    source: 'loyaltyTrackingNo',
    label: 'Tracking number',
    render: ({ loyaltyTrackingNo }) => <span className="mono">{loyaltyTrackingNo ?? '—'}</span>,
  },
  { source: 'status', label: 'Status', render: ({ status }) => <StatusTag status={status} /> },
  ...(seesMoney
    ? [
        {
          source: 'balance',
          label: 'Balance',
          number: true,
          render: ({ id }: Agent) => <AgentBalance id={id} />,
        },
      ]
    : []),
  {
    source: 'agencyName',
    label: 'Agency',
    optional: true,
    sortable: true,
    render: ({ agencyName }) => agencyName,
  },
  {
    source: 'taxCountry',
    label: 'Country',
    render: ({ taxCountry }) => (
      <span className="nowrap">
        <T>{fieldText('taxCountry', taxCountry)}</T>
      </span>
    ),
  },
  {
    source: 'lastSignInAt',
    label: 'Last sign-in',
    render: ({ lastSignInAt }) => (lastSignInAt ? ago(lastSignInAt) : '—'),
  },
  { source: 'cellNumber', label: 'Cell', optional: true, render: ({ cellNumber }) => phone(cellNumber) },
  { source: 'iataNumber', label: 'IATA', optional: true, render: ({ iataNumber }) => iataNumber },
  {
    source: 'registeredAt',
    label: 'Registered',
    optional: true,
    sortable: true,
    render: ({ registeredAt }) => date(registeredAt),
  },
  ...(mayChange
    ? [
        {
          source: 'edit',
          label: 'Actions',
          render: (agent: Agent) => <EditButton agent={agent} />,
        },
      ]
    : []),
];

/** Manage Travel Agents: the list, with create and edit modals under their own routes. */
export default function AgentsPage() {
  const { pathname, search } = useLocation();
  const { id } = useParams();
  const navigate = useNavigate();
  const { permissions } = usePermissions<Record<string, string>>();
  const isNow = !useAsOf();
  const mayChange = isNow && Boolean(permissions?.['agents:change']);
  const seesMoney = isNow && Boolean(permissions?.['reports:see']);
  const close = () => navigate(`/travel-agents${search}`);
  return (
    <>
      <ListPage<Agent>
        actions={
          mayChange && (
            <ActionButton
              label="Create a Travel Agent"
              to={{ pathname: '/travel-agents/create', search }}
              variant="contained"
            />
          )
        }
        bulk={{ actions: <AgentBulkActions />, nameOf }}
        columns={columns(mayChange, seesMoney)}
        empty={
          <T as="p">No travel agents yet. They register themselves in the portal, or you create the first one here.</T>
        }
        exportable
        filters={FILTERS}
        resource="travel-agents"
        sort={{ field: 'surname', order: 'ASC' }}
        title="Manage Travel Agents"
      />
      {mayChange && pathname.endsWith('/travel-agents/create') && (
        <CreateAgentDialog onClose={close} onCreated={(created) => navigate(`/travel-agents/${created}`)} />
      )}
      {mayChange && id && pathname.includes('/travel-agents/edit/') && <EditAgentDialog id={id} onClose={close} />}
    </>
  );
}
