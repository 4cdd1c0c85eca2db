import type { ChallengeRecord as Challenge } from '@fynbos/api/challenges/answers.ts';
import { useParams } from 'react-router-dom';
import { useCommand } from '../api/use-command.ts';
import { useMay, useMayOpen } from '../api/use-may.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable, figure } from '../components/FigureTable.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { RecordTabs } from '../components/RecordTabs.tsx';
import { PageError } from '../components/states.tsx';
import { Facts, Heading, StatusTag, TextLink } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { date, grouped } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { T } from '../i18n/T.tsx';
import { useRecord } from '../past/use-record.ts';
import { EditChallengeDialog } from './ChallengeDialog.tsx';
import { amountOf, audienceOf, targetOf } from './challenge.ts';

const COLUMNS = ['Agent', 'Agency', figure('Progress'), 'Result'] as const;

/** How many agents reached the target, and who is the furthest. */
function ChallengeResults({ challenge }: { challenge: Challenge }) {
  const mayOpen = useMayOpen();
  const { data, notice } = useRead(`challenges/${challenge.id}/results`);
  if (notice) return notice;
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
      <FigureTable
        caption="The agents who are the furthest"
        columns={COLUMNS}
        empty="No reward counts yet. Rewards count by their invoice day once they are earned."
        rows={agents.map((agent) => [
          String(agent.id),
          name(agent.id, agent.name),
          agent.agencyName,
          amountOf(challenge, agent.progress),
          agent.isReached ? ['Reached'] : '',
        ])}
      />
    </>
  );
}

const CRUMBS = [{ to: '/challenges', label: 'Challenges' }] as const;

function EndButton({ challenge: { id, title, state } }: { challenge: Challenge }) {
  const { command } = useCommand();
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
      send={(reason) => command('POST', `challenges/${id}/end`, undefined, { reason })}
      title={[isPlanned ? 'Withdraw %{title}?' : 'End %{title}?', { title }]}
    />
  );
}

/** One challenge: what it is, its results, and its history. */
export default function ChallengePage() {
  const { id = '' } = useParams();
  const may = useMay();
  const { data, error, notice } = useRecord('challenges', id);
  if (!data) return error ? <PageError crumbs={CRUMBS} error={error} title="Challenge" /> : notice;
  const isOpen = data.state === 'planned' || data.state === 'active';
  return (
    <>
      <PageHead
        actions={
          isOpen &&
          may('promotions:change') && (
            <>
              <ActionButton label="Change" dialog={<EditChallengeDialog id={id} />} variant="outlined" />
              <EndButton challenge={data} />
            </>
          )
        }
        crumbs={CRUMBS}
        status={<StatusTag status={data.state} />}
        title={data.title}
      />
      {notice}
      <RecordTabs
        label="Challenge"
        tabs={{
          Overview: (
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
          ),
          History: <HistoryTab id={id} resource="challenges" />,
        }}
      />
    </>
  );
}
