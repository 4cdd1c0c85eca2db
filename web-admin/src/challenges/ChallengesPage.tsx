import type { ChallengeRecord as Challenge } from '@fynbos/api/challenges/answers.ts';
import { usePermissions } from 'react-admin';
import { Link } from 'react-router-dom';
import { date } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { StatusTag } from '../record/texts.tsx';
import { ChallengeDialog } from './ChallengeDialog.tsx';
import { audienceOf, targetOf } from './challenge.ts';
import { Tiers } from './Tiers.tsx';

const COLUMNS: readonly Column<Challenge>[] = [
  {
    source: 'title',
    label: 'Challenge',
    sortable: true,
    render: ({ id, title }) => <Link to={`/challenges/${id}`}>{title}</Link>,
  },
  { source: 'state', label: 'State', sortable: true, render: ({ state }) => <StatusTag status={state} /> },
  { source: 'from', label: 'First day', sortable: true, render: ({ from }) => date(from) },
  { source: 'to', label: 'Last day', sortable: true, render: ({ to }) => date(to) },
  { source: 'target', label: 'Target', render: (challenge) => <T>{targetOf(challenge)}</T> },
  { source: 'audience', label: 'Who takes part', render: (challenge) => <T>{audienceOf(challenge)}</T> },
  { source: 'badge', label: 'Badge', render: ({ badge }) => badge },
];

const FILTERS: readonly FilterField[] = [
  { kind: 'text', source: 'q', label: 'Search title or badge' },
  { kind: 'choice', source: 'state', label: 'State', choices: ['planned', 'active', 'ended', 'withdrawn'] },
];

/** The challenges of the programme, and the tiers of agents. */
export default function ChallengesPage() {
  const { permissions } = usePermissions<Record<string, string>>();
  const mayChange = Boolean(permissions?.['promotions:change']);
  return (
    <>
      <ListPage<Challenge>
        about={<T>A target for agents within a period. Agents who reach it get a badge; rewards do not change.</T>}
        actions={
          mayChange && (
            <ActionButton
              label="Create challenge"
              dialog={(close) => <ChallengeDialog onClose={close} />}
              variant="contained"
            />
          )
        }
        columns={COLUMNS}
        empty={<T as="p">No challenges yet. Create the first: agents see it in their portal with their progress.</T>}
        filters={FILTERS}
        resource="challenges"
        sort={{ field: 'from', order: 'DESC' }}
        title="Challenges"
      />
      <div className="tiers">
        <Tiers mayChange={mayChange} />
      </div>
    </>
  );
}
