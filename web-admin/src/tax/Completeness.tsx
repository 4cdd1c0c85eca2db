import { grouped, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { asPart, listed } from '../i18n/wording.ts';
import { FigureTable } from '../record/FigureTable.tsx';
import { AgentLink } from '../record/PersonLink.tsx';
import type { CompletenessView } from './tax.ts';

/** Agents without a complete certificate, and the missing data. */
export function Completeness({ completeness }: { completeness: CompletenessView }) {
  const { agents, incomplete, rows } = completeness;
  if (incomplete === 0)
    return (
      <T as="p" values={{ agents: grouped(agents) }}>
        {'No details are missing for the %{agents} agents who were paid in this tax year or have a balance.'}
      </T>
    );
  return (
    <>
      <T as="p" values={{ incomplete: grouped(incomplete), agents: grouped(agents) }}>
        {'%{incomplete} of %{agents} agents who were paid or have a balance lack details that a certificate needs.'}
      </T>
      <FigureTable
        caption="Missing details"
        columns={['Agent', 'Missing']}
        rows={rows.map(({ agentId, missing }) => [
          String(agentId),
          <AgentLink id={agentId} key="agent" />,
          asPart(listed(missing.map(words), '%{one}, %{more}')),
        ])}
      />
    </>
  );
}
