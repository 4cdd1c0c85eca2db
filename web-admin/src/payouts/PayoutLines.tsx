import type { PayoutLine as Line } from '@fynbos/api/payouts/answers.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { DownloadButton } from '../components/ActionButton.tsx';
import { AgentLink } from '../components/person-links.tsx';
import { StatusTag } from '../components/texts.tsx';
import { date, rand, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import type { Column, FilterField } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';

const agent: Column<Line> = {
  source: 'agentId',
  label: 'Agent',
  sortable: true,
  render: ({ agentId }) => <AgentLink id={agentId} />,
};
const state: Column<Line> = {
  source: 'state',
  label: 'State',
  render: (line) => (
    <>
      <StatusTag status={line.state} />
      {line.reason && (
        <div className="under">
          <T>{words(line.reason)}</T>
        </div>
      )}
    </>
  ),
};
const nett: Column<Line> = {
  source: 'nettCents',
  label: 'Nett',
  number: true,
  sortable: true,
  render: ({ nettCents }) => rand(nettCents),
};

const LINE_COLUMNS: readonly Column<Line>[] = [
  agent,
  state,
  { source: 'rewards', label: 'Rewards', number: true },
  { source: 'treatment', label: 'Tax', render: ({ treatment }) => treatment && [words(treatment)] },
  { source: 'grossCents', label: 'Gross', number: true, render: ({ grossCents }) => rand(grossCents) },
  { source: 'payeCents', label: 'PAYE', number: true, render: ({ payeCents }) => rand(payeCents) },
  nett,
  { source: 'settledOn', label: 'Settled', render: ({ settledOn }) => date(settledOn) },
];

/** The document describes the current state, so the column is hidden for a past moment. */
const STATEMENT_COLUMN: Column<Line> = {
  source: 'statement',
  label: 'Statement',
  render: ({ runId, agentId }) => (
    <DownloadButton label="PDF" size="small" path={`payouts/${runId}/agents/${agentId}/statement.pdf`} />
  ),
};

const LEFT_OUT_COLUMNS: readonly Column<Line>[] = [
  agent,
  { source: 'reason', label: 'Reason', render: ({ reason }) => <T>{words(reason ?? '')}</T> },
  { ...nett, label: 'Balance' },
];

/** States of a line; an agent who is left out has none. */
const LINE_STATES = ['frozen', 'dropped', 'paid', 'failed', 'returned'] as const;
const FILTERS: readonly FilterField[] = [
  { kind: 'agent', source: 'agentId', label: 'Travel agent' },
  { kind: 'choice', source: 'state', label: 'State', choices: LINE_STATES },
];

/** The payout lines of a run, or the agents with a balance who have no line. */
export function PayoutLines({ runId, isLeftOut = false }: { runId: string; isLeftOut?: boolean }) {
  const isPast = useAsOf() !== null;
  const columns = isLeftOut ? LEFT_OUT_COLUMNS : isPast ? LINE_COLUMNS : [...LINE_COLUMNS, STATEMENT_COLUMN];
  return (
    <ListPage
      columns={columns}
      embedded
      empty={isLeftOut ? 'No agent with a balance is left out.' : 'The run has no lines.'}
      exportable={!isLeftOut}
      filters={isLeftOut ? [] : FILTERS}
      fixed={{ runId, states: isLeftOut ? 'left-out' : LINE_STATES }}
      perPage={25}
      resource="payout-lines"
      sort={{ field: 'nettCents', order: 'DESC' }}
      title={isLeftOut ? 'Left out' : 'Lines'}
    />
  );
}
