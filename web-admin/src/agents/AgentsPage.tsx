import type { AgentBalance as Balance } from '@fynbos/api/agents/answers.ts';
import { Box, Skeleton } from '@mui/material';
import { useGetMany, useListContext, useReference } from 'react-admin';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { useMay } from '../api/use-may.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { ActionButton, DownloadButton } from '../components/ActionButton.tsx';
import { fieldText } from '../components/field.ts';
import { Breakable, Mono, StatusTag } from '../components/texts.tsx';
import { ReasonInput } from '../form/inputs.tsx';
import { ago, date, phone, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { BulkDialog } from '../list/BulkDialog.tsx';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { CreateAgentDialog, EditAgentDialog } from './AgentDialogs.tsx';
import { type Agent, nameOf } from './agent.ts';

/** What an agent is owed now. All agents of a page are fetched in one call. */
function AgentBalance({ id }: { id: number }) {
  const { referenceRecord, isPending, error } = useReference<Balance>({ reference: 'agent-balances', id });
  // Without an error, an agent who is missing in the answer is owed nothing.
  const balance = error ? '—' : rand(referenceRecord?.balanceCents ?? 0);
  // One width for the skeleton and the amount, so that the columns keep their widths.
  return (
    <Box sx={{ display: 'inline-block', minWidth: '5.5rem', textAlign: 'right' }}>
      {isPending ? <Skeleton /> : <Link to={`/travel-agents/${id}?tab=rewards`}>{balance}</Link>}
    </Box>
  );
}

function SuspendDialog() {
  const { selectedIds } = useListContext<Agent>();
  const { data } = useGetMany<Agent>('travel-agents', { ids: selectedIds });
  if (!data) return null;
  return (
    <BulkDialog<Agent, { reason: string }>
      action="Suspend"
      doneMessage="%{count} agent suspended. |||| %{count} agents suspended."
      effectOf={(agent) => {
        const mayBe = agent.status === 'active' || agent.status === 'registered';
        return {
          name: nameOf(agent),
          effect: mayBe
            ? 'cannot sign in and is not paid until reinstated.'
            : ['stays unchanged: %{status}.', { status: [agent.status === 'forgotten' ? 'erased' : agent.status] }],
          isSkipped: !mayBe,
        };
      }}
      items={data}
      run={({ id }, { reason }, { command }) =>
        command('POST', `travel-agents/${id}/suspend`, { reason: reason.trim() })
      }
      title="Suspend the selected agents"
      values={{ reason: '' }}
    >
      <ReasonInput hint="Shown in the history of each agent." />
    </BulkDialog>
  );
}

/** Actions on selected agents: export them, and suspend them with one reason. */
function AgentBulkActions() {
  const { selectedIds } = useListContext<Agent>();
  const may = useMay();
  const query = new URLSearchParams({ filter: JSON.stringify({ id: selectedIds }) });
  return (
    <>
      <DownloadButton label="Export selected" path={`travel-agents.csv?${query}`} size="small" variant="text" />
      {may('agents:suspend') && <ActionButton label="Suspend" color="error" dialog={<SuspendDialog />} size="small" />}
    </>
  );
}

const FILTERS: readonly FilterField[] = [
  { kind: 'text', source: 'q', label: 'Search name, agency, email, number' },
  { kind: 'text', source: 'idNumber', label: 'ID number (exact)' },
  {
    kind: 'choice',
    source: 'status',
    label: 'Status',
    choices: ['active', 'registered', 'suspended', ['forgotten', 'Erased']],
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
        <div className="under">
          {agent.agencyName}
          {agent.agencyName && agent.emailAddress && ' | '}
          <Breakable text={agent.emailAddress} />
        </div>
      </>
    ),
  },
  {
    source: 'loyaltyTrackingNo',
    label: 'Tracking number',
    render: ({ loyaltyTrackingNo }) => loyaltyTrackingNo && <Mono text={loyaltyTrackingNo} />,
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
    render: ({ lastSignInAt }) => lastSignInAt && ago(lastSignInAt),
  },
  { source: 'cellNumber', label: 'Cell', optional: true, render: ({ cellNumber }) => phone(cellNumber) },
  { source: 'iataNumber', label: 'IATA', optional: true },
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

export default function AgentsPage() {
  const { pathname, search } = useLocation();
  const { id } = useParams();
  const navigate = useNavigate();
  const may = useMay();
  const isNow = !useAsOf();
  const mayChange = isNow && may('agents:change');
  const seesMoney = isNow && may('reports:see');
  const close = () => navigate(`/travel-agents${search}`);
  return (
    <>
      <ListPage
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
        empty="No travel agents yet. They register themselves in the portal, or you create the first one here."
        exportable
        filters={FILTERS}
        resource="travel-agents"
        sort={{ field: 'surname', order: 'ASC' }}
        title="Manage Travel Agents"
      />
      {mayChange && pathname.endsWith('/travel-agents/create') && <CreateAgentDialog onClose={close} />}
      {mayChange && id && pathname.includes('/travel-agents/edit/') && (
        <EditAgentDialog id={Number(id)} onClose={close} />
      )}
    </>
  );
}
