import type { OwedAgents } from '@fynbos/api/liability/answers.ts';
import type { Hold } from '@fynbos/api/payouts/answers.ts';
import { STANDINGS } from '@fynbos/domain/ledger/owed.ts';
import { Alert, Stack } from '@mui/material';
import { Fragment } from 'react';
import { useGetList, usePermissions } from 'react-admin';
import { useParams } from 'react-router-dom';
import { SessionTable } from '../account/SessionTable.tsx';
import { get } from '../api/http.ts';
import { useCommand } from '../api/use-command.ts';
import { type May, useMay } from '../api/use-may.ts';
import { PendingChanges, usePendingChanges } from '../approvals/PendingChanges.tsx';
import { useAsOf } from '../as-of/as-of.tsx';
import { PresentOnly } from '../as-of/PresentOnly.tsx';
import { useRecord } from '../as-of/use-record.ts';
import { ActorName, TextWithAgentNames } from '../components/person-links.tsx';
import { RecordPage } from '../components/RecordPage.tsx';
import { ErrorNote, Waiting } from '../components/states.tsx';
import { Figures, TextLink } from '../components/texts.tsx';
import { listAt } from '../components/use-address.ts';
import { ENQUIRY_COLUMNS } from '../enquiries/enquiry.tsx';
import { date, instant, rand } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { TimelineTab } from '../history/TimelineTab.tsx';
import { T } from '../i18n/T.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { Presence } from '../presence/Presence.tsx';
import { REWARD_COLUMNS } from '../rewards/reward.tsx';
import { AgentActions } from './AgentActions.tsx';
import { AgentOverview } from './AgentOverview.tsx';
import { type Agent, nameOf } from './agent.ts';
import { ReferralsTab } from './ReferralsTab.tsx';

type OwedAgent = OwedAgents[number];

/** Lists the payment obstacles that are visible on the record itself. */
function obstaclesOf({ status, taxNumberValid, employerConsent, bank }: Agent): string[] {
  return [
    ...(status === 'suspended' ? ['Suspended'] : []),
    ...(taxNumberValid ? [] : ['Income tax number is invalid']),
    ...(employerConsent === 'Y' ? [] : ['Employer consent is missing']),
    ...(bank?.bankAccountNumber ? [] : ['Bank details are missing']),
  ];
}

/** The balance and the holds of an agent; both are loaded together with the record. */
function useStanding(agentId: number) {
  const asOf = useAsOf();
  const { isPending } = usePermissions();
  const may = useMay();
  const isShown = asOf === null && may('reports:see');
  const pagination = { page: 1, perPage: 10 };
  const owed = useGetList<OwedAgent>(
    'agents-owed',
    { pagination, filter: { agentId }, sort: { field: 'balanceCents', order: 'DESC' } },
    { enabled: isShown },
  );
  // Two lists, because decided alerts can be more recent than any number of open holds.
  const holds = { pagination, sort: { field: 'updatedAt', order: 'DESC' } } as const;
  const open = useGetList<Hold>('holds', { ...holds, filter: { agentId, status: 'open' } }, { enabled: isShown });
  const flagged = useGetList<Hold>('holds', { ...holds, filter: { agentId, status: 'flagged' } }, { enabled: isShown });
  const requests = usePendingChanges(`travel-agents/${agentId}`);
  const isLoading = isPending || owed.isLoading || open.isLoading || flagged.isLoading || requests.isLoading;
  return {
    isShown,
    isLoading,
    position: owed.data?.[0],
    open: open.data ?? [],
    flagged: flagged.total ?? 0,
    owedError: owed.error,
    holdsError: open.error ?? flagged.error,
  };
}

function AgentStanding({ agent, standing }: { agent: Agent; standing: ReturnType<typeof useStanding> }) {
  const about = { agentId: agent.id };
  const { isShown, position, open, flagged, owedError, holdsError } = standing;
  if (!isShown) return null;
  const obstacles = obstaclesOf(agent);
  return (
    <Stack sx={{ gap: 1, mb: 2 }}>
      {holdsError && <ErrorNote error={holdsError} />}
      {open.map(({ id, reason, placedOn, placedBy }) => (
        <Alert
          action={<TextLink to={listAt('/holds', { ...about, status: 'open' })} label="View hold" />}
          key={id}
          severity="error"
          variant="outlined"
        >
          <T
            values={{
              day: date(placedOn),
              reason: <TextWithAgentNames text={reason} />,
              who: <ActorName actor={placedBy} />,
            }}
          >
            {'Payments are on hold since %{day}, placed by %{who}: %{reason}'}
          </T>
        </Alert>
      ))}
      <PendingChanges subject={`travel-agents/${agent.id}`} />
      <Figures
        figures={[
          ['Balance', owedError ? '—' : rand(position?.balanceCents ?? 0)],
          [
            'Payment status',
            position
              ? [STANDINGS[position.standing]]
              : [owedError ? 'The balance could not be loaded.' : 'Nothing is owed.'],
          ],
          [
            'Needs attention',
            obstacles.length + flagged > 0 && (
              <Fragment key="attention">
                {obstacles.map((obstacle) => (
                  <T as="div" key={obstacle}>
                    {obstacle}
                  </T>
                ))}
                {flagged > 0 && (
                  <TextLink
                    to={listAt('/holds', { ...about, status: 'flagged' })}
                    label={['%{count} alert to decide |||| %{count} alerts to decide', { count: flagged }]}
                  />
                )}
              </Fragment>
            ),
          ],
        ]}
      />
    </Stack>
  );
}

function SessionsTab({ id }: { id: number }) {
  const { command } = useCommand();
  const path = `travel-agents/${id}/sessions` as const;
  return (
    <SessionTable
      end={(sessionId) => command('DELETE', `${path}/${sessionId}`)}
      list={async () => (await get(path)).map(({ sessionId, ...session }) => ({ id: sessionId, ...session }))}
      of={`agent ${id}`}
    />
  );
}

/** Every reward of the page belongs to its agent. */
const OWN_REWARDS = REWARD_COLUMNS.filter(({ source }) => source !== 'agentId');

function tabsOf(agent: Agent, may: May, asOf: string | null) {
  const { id } = agent;
  return {
    // Numbers shown in full are masked again for another moment.
    overview: <AgentOverview agent={agent} key={asOf} />,
    rewards: may('reports:see') && (
      <ListPage
        columns={OWN_REWARDS}
        embedded
        empty="No reservation of this agent has been decided yet."
        fixed={{ agentId: id }}
        key="rewards"
        resource="rewards"
        sort={{ field: 'invoiceDate', order: 'DESC' }}
        title="Rewards"
      />
    ),
    enquiries: (
      <ListPage
        columns={ENQUIRY_COLUMNS}
        embedded
        empty="This agent has not written to support."
        fixed={{ agentId: id }}
        key="contact-support"
        resource="contact-support"
        sort={{ field: 'dateCreated', order: 'DESC' }}
        title="Enquiries"
      />
    ),
    referrals: <ReferralsTab agent={agent} />,
    sessions: may('agents:change') && (
      <PresentOnly>
        <SessionsTab id={id} />
      </PresentOnly>
    ),
    timeline: may('audit-log:see') && <TimelineTab record={`travel-agents/${id}`} />,
    history: <HistoryTab id={String(id)} resource="travel-agents" revealable />,
  };
}

export default function AgentPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const may = useMay();
  const read = useRecord('travel-agents', Number(id));
  const standing = useStanding(Number(id));
  if (read.data && standing.isLoading) return <Waiting rows={8} />;
  return (
    <RecordPage
      head={(agent) => ({
        about: (
          <T values={{ agencyName: agent.agencyName, updatedAt: instant(agent.updatedAt) }}>
            {'%{agencyName} · last change %{updatedAt}'}
          </T>
        ),
        actions: !asOf && <AgentActions agent={agent} />,
        status: agent.status,
        title: nameOf(agent),
      })}
      kind="Travel agent"
      parent={{ to: '/travel-agents', label: 'Travel agents' }}
      read={read}
      tabs={(agent) => tabsOf(agent, may, asOf)}
    >
      {(agent) => (
        <>
          <Presence record={`travel-agents/${id}`} />
          <AgentStanding agent={agent} standing={standing} />
        </>
      )}
    </RecordPage>
  );
}
