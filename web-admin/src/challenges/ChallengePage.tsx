import type { ChallengeRecord as Challenge, ChallengeResults as Results } from '@fynbos/api/challenges/answers.ts';
import { useQuery } from '@tanstack/react-query';
import { useGetOne } from 'react-admin';
import { useParams } from 'react-router-dom';
import { call, get, reasonHeader } from '../api/http.ts';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { date, grouped } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { T } from '../i18n/T.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { FigureTable, figure } from '../record/FigureTable.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { RecordTabs, useTab } from '../record/RecordTabs.tsx';
import { ErrorNote, PageError, Waiting } from '../record/states.tsx';
import { Empty, Facts, Heading, StatusTag, TextLink } from '../record/texts.tsx';
import { useMay, useMayOpen } from '../record/use-may.ts';
import { ChallengeDialog } from './ChallengeDialog.tsx';
import { amountOf, audienceOf, targetOf } from './challenge.ts';

const COLUMNS = ['Agent', 'Agency', figure('Progress'), 'Result'] as const;

/** How many agents reached the target, and who is the furthest. */
function ChallengeResults({ challenge }: { challenge: Challenge }) {
  const { id, version } = challenge;
  const mayOpen = useMayOpen();
  const { data, error } = useQuery({
    queryKey: ['challenges', id, 'results', version],
    queryFn: ({ signal }) => get<Results>(`challenges/${id}/results`, signal),
  });
  if (error) return <ErrorNote error={error} />;
  if (!data) return <Waiting />;
  const { participants, started, reached, agents } = data;
  const name = (agentId: number, text: string) => {
    const to = `/travel-agents/${agentId}`;
    return mayOpen(to) ? <TextLink key={agentId} to={to} text={text} /> : text;
  };
  return (
    <>
      <T
        as="p"
        values={{
          reached: <strong>{grouped(reached)}</strong>,
          participants: grouped(participants),
          started: grouped(started),
        }}
      >
        {'%{reached} of %{participants} agents reached the target; %{started} have a reward that counts.'}
      </T>
      {agents.length === 0 ? (
        <Empty>No reward counts yet. Rewards count by their invoice day once they are earned.</Empty>
      ) : (
        <FigureTable
          caption="The agents who are the furthest"
          columns={COLUMNS}
          rows={agents.map((agent) => [
            String(agent.id),
            name(agent.id, agent.name),
            agent.agencyName,
            amountOf(challenge, agent.progress),
            agent.isReached ? ['Reached'] : '',
          ])}
        />
      )}
    </>
  );
}

const TABS = ['Overview', 'History'] as const;
const CRUMBS = [{ to: '/challenges', label: 'Challenges' }] as const;

function EndButton({ challenge: { id, title, state } }: { challenge: Challenge }) {
  const isPlanned = state === 'planned';
  return (
    <ReasonButton
      action={isPlanned ? 'Withdraw' : 'End today'}
      color="error"
      destructive
      done={isPlanned ? 'The challenge was withdrawn.' : 'The challenge has ended.'}
      explanation={
        isPlanned
          ? 'The challenge has not begun. Agents no longer see it. This cannot be undone.'
          : 'Today is the last day that counts. Agents see their result. This cannot be undone.'
      }
      isReasonOptional
      label={isPlanned ? 'Withdraw' : 'End'}
      send={(reason) => call('POST', `challenges/${id}/end`, {}, reasonHeader(reason))}
      title={[isPlanned ? 'Withdraw %{title}?' : 'End %{title}?', { title }]}
    />
  );
}

/** One challenge: what it is, its results, and its history. */
export default function ChallengePage() {
  const { id = '' } = useParams();
  const [tab, choose] = useTab(TABS);
  const may = useMay();
  const { data, error } = useGetOne<Challenge>('challenges', { id });
  if (error) return <PageError crumbs={CRUMBS} error={error} title="Challenge" />;
  if (!data) return <Waiting rows={8} />;
  const isOpen = data.state === 'planned' || data.state === 'active';
  return (
    <>
      <PageHead
        actions={
          isOpen &&
          may('promotions:change') && (
            <>
              <ActionButton
                label="Change"
                dialog={(close) => <ChallengeDialog challenge={data} onClose={close} />}
                variant="outlined"
              />
              <EndButton challenge={data} />
            </>
          )
        }
        crumbs={CRUMBS}
        status={<StatusTag status={data.state} />}
        title={data.title}
      />
      <RecordTabs label="Challenge" names={TABS} onChoose={choose} tab={tab}>
        {tab === 'Overview' && (
          <>
            <Facts
              facts={[
                ['Target', <T key="t">{targetOf(data)}</T>],
                ['First day', date(data.from)],
                ['Last day', date(data.to)],
                ['Who takes part', <T key="a">{audienceOf(data)}</T>],
                ['Badge', data.badge],
                ['Description', data.description],
              ]}
            />
            <Heading>Results</Heading>
            <ChallengeResults challenge={data} />
          </>
        )}
        {tab === 'History' && <HistoryTab id={id} resource="challenges" />}
      </RecordTabs>
    </>
  );
}
