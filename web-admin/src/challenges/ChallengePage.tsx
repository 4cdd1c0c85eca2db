import type { ChallengeRecord as Challenge } from '@fynbos/api/challenges/answers.ts';
import { useParams } from 'react-router-dom';
import { useMay, useMayOpen } from '../api/use-may.ts';
import { useListedRecord } from '../as-of/use-record.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { FigureTable, figure } from '../components/FigureTable.tsx';
import { RecordPage } from '../components/RecordPage.tsx';
import { Facts, Heading, TextLink } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { ReasonButton } from '../form/ReasonDialog.tsx';
import { date, grouped } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { asPart, T } from '../i18n/T.tsx';
import { EditChallengeDialog } from './ChallengeDialog.tsx';
import { amountOf, audienceOf, targetOf } from './challenge.ts';

const COLUMNS = ['Agent', 'Agency', figure('Progress'), 'Result'] as const;

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
          count: participants,
          started: ['%{count} has a reward that counts |||| %{count} have a reward that counts', { count: started }],
        }}
      >
        {
          '%{reached} of %{count} agent reached the target; %{started}. |||| %{reached} of %{count} agents reached the target; %{started}.'
        }
      </T>
      <FigureTable
        caption="Agents with the most progress"
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

function EndButton({ challenge: { id, title, state } }: { challenge: Challenge }) {
  const isPlanned = state === 'planned';
  return (
    <ReasonButton
      action={isPlanned ? 'Withdraw' : 'End today'}
      color="error"
      destructive
      doneMessage={isPlanned ? 'The challenge was withdrawn.' : 'The challenge has ended.'}
      explanation={
        isPlanned
          ? 'The challenge has not begun. Agents no longer see it. This cannot be undone.'
          : 'Today is the last day that counts. Agents see their result. This cannot be undone.'
      }
      isReasonOptional
      label={isPlanned ? 'Withdraw' : 'End'}
      send={(reason, { command }) => command('POST', `challenges/${id}/end`, undefined, { reason })}
      title={[isPlanned ? 'Withdraw %{title}?' : 'End %{title}?', { title }]}
    />
  );
}

const isOpen = ({ state }: Challenge): boolean => state === 'planned' || state === 'active';

export default function ChallengePage() {
  const { id = '' } = useParams();
  const may = useMay();
  return (
    <RecordPage
      head={(challenge) => ({
        actions: isOpen(challenge) && may('promotions:change') && (
          <>
            <ActionButton label="Edit" name="edit" dialog={<EditChallengeDialog id={id} />} variant="contained" />
            <EndButton challenge={challenge} />
          </>
        ),
        status: challenge.state,
        title: challenge.title,
      })}
      kind="Challenge"
      parent={{ to: '/challenges', label: 'Challenges' }}
      read={useListedRecord('challenges', id)}
      tabs={(challenge) => ({
        overview: (
          <>
            <Facts
              facts={[
                ['Target', asPart(targetOf(challenge))],
                ['First day', date(challenge.from)],
                ['Last day', date(challenge.to)],
                ['Who takes part', asPart(audienceOf(challenge))],
                ['Badge', challenge.badge],
                ['Description', challenge.description],
              ]}
            />
            <Heading>Results</Heading>
            <ChallengeResults challenge={challenge} />
          </>
        ),
        history: <HistoryTab id={id} resource="challenges" />,
      })}
    />
  );
}
