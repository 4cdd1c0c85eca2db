import type { AgentSession } from '@fynbos/api/agents/answers.ts';
import { useGetOne, usePermissions } from 'react-admin';
import { useParams } from 'react-router-dom';
import { call, get } from '../api/http.ts';
import { ENQUIRY_COLUMNS } from '../enquiries/enquiry.tsx';
import { instant } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { TimelineTab } from '../history/TimelineTab.tsx';
import { T } from '../i18n/T.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { Presence } from '../record/Presence.tsx';
import { RecordTabs, useTab } from '../record/RecordTabs.tsx';
import { SessionTable } from '../record/SessionTable.tsx';
import { PageError, Waiting } from '../record/states.tsx';
import { StatusTag } from '../record/texts.tsx';
import { ReferralsTab } from '../referrals/ReferralsTab.tsx';
import { REWARD_COLUMNS } from '../rewards/reward.tsx';
import { AgentActions } from './AgentActions.tsx';
import { AgentOverview } from './AgentOverview.tsx';
import { AgentStanding, useStanding } from './AgentStanding.tsx';
import { type Agent, nameOf } from './agent.ts';

/** Active sessions of an agent; each can be ended. */
function SessionsTab({ id }: { id: number }) {
  const path = `travel-agents/${id}/sessions`;
  return (
    <SessionTable
      end={(sessionId) => call('DELETE', `${path}/${sessionId}`)}
      list={async () =>
        (await get<AgentSession[]>(path)).map(({ sessionId, ...session }) => ({ id: sessionId, ...session }))
      }
      of={`agent ${id}`}
    />
  );
}

const TABS = ['Overview', 'Rewards', 'Enquiries', 'Referrals', 'Sessions', 'Timeline', 'History'] as const;
type TabName = (typeof TABS)[number];
/** Every reward of the page belongs to its agent. */
const OWN_REWARDS = REWARD_COLUMNS.filter(({ source }) => source !== 'agentId');
const NEEDS: Readonly<Partial<Record<TabName, string>>> = {
  Timeline: 'audit-log:see',
  Rewards: 'reports:see',
  Sessions: 'agents:change',
};

function Panel({ tab, agent }: { tab: TabName; agent: Agent }) {
  const { id } = agent;
  switch (tab) {
    case 'Overview':
      return <AgentOverview agent={agent} />;
    case 'Rewards':
      return (
        <ListPage
          columns={OWN_REWARDS}
          embedded
          empty={<T as="p">No reservation of this agent has been decided yet.</T>}
          fixed={{ agentId: id }}
          key="rewards"
          resource="rewards"
          sort={{ field: 'invoiceDate', order: 'DESC' }}
          title="Rewards"
        />
      );
    case 'Enquiries':
      return (
        <ListPage
          columns={ENQUIRY_COLUMNS}
          embedded
          empty={<T as="p">This agent has not written to support.</T>}
          fixed={{ agentId: id }}
          key="contact-support"
          resource="contact-support"
          sort={{ field: 'dateCreated', order: 'DESC' }}
          title="Enquiries"
        />
      );
    case 'Referrals':
      return <ReferralsTab agent={agent} />;
    case 'Sessions':
      return <SessionsTab id={id} />;
    case 'History':
      return <HistoryTab id={String(id)} resource="travel-agents" revealable />;
    case 'Timeline':
      return <TimelineTab record={`travel-agents/${id}`} />;
  }
}

const CRUMBS = [{ to: '/travel-agents', label: 'Travel agents' }] as const;

/** Page of one agent, as of now or a past moment. */
export default function AgentPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const [chosen, choose] = useTab(TABS);
  const { permissions } = usePermissions<Record<string, string>>();
  const { data, error } = useGetOne<Agent>('travel-agents', { id: Number(id), meta: { asOf } });
  const standing = useStanding(Number(id));
  if (error) return <PageError crumbs={CRUMBS} error={error} title="Travel agent" />;
  if (!data || standing.isLoading) return <Waiting rows={8} />;
  const names = TABS.filter((name) => {
    const need = NEEDS[name];
    return !need || permissions?.[need];
  });
  const tab = names.includes(chosen) ? chosen : TABS[0];
  return (
    <>
      <PageHead
        actions={!asOf && <AgentActions agent={data} />}
        crumbs={CRUMBS}
        status={<StatusTag status={data.status} />}
        about={
          <T values={{ agencyName: data.agencyName, updatedAt: instant(data.updatedAt) }}>
            {'%{agencyName} · last change %{updatedAt}'}
          </T>
        }
        title={nameOf(data)}
      />
      <Presence record={`travel-agents/${id}`} />
      <AgentStanding agent={data} standing={standing} />
      <RecordTabs label="Travel agent" names={names} onChoose={choose} tab={tab}>
        <Panel agent={data} tab={tab} />
      </RecordTabs>
    </>
  );
}
