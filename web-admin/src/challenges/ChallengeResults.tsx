import { useQuery } from '@tanstack/react-query';
import { get } from '../api/http.ts';
import { grouped } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { FigureTable, figure } from '../record/FigureTable.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { TextLink } from '../record/TextLink.tsx';
import { Empty } from '../record/texts.tsx';
import { useMayOpen } from '../record/use-may-open.ts';
import { amountOf, type Challenge, type Results } from './challenge.ts';

const COLUMNS = ['Agent', 'Agency', figure('Progress'), 'Result'] as const;

/** How many agents reached the target, and who is the furthest. */
export function ChallengeResults({ challenge }: { challenge: Challenge }) {
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
