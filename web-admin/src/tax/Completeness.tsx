import { grouped, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { listed } from '../i18n/wording.ts';
import { AgentLink } from '../record/PersonLink.tsx';
import type { CompletenessView } from './tax.ts';

/** Agents without a complete certificate, and the missing data. */
export function Completeness({ completeness }: { completeness: CompletenessView }) {
  const { agents, incomplete, rows } = completeness;
  if (incomplete === 0)
    return (
      <T as="p" values={{ agents: grouped(agents) }}>
        {'Nothing is missing for the %{agents} agents who were paid in this tax year or are owed something.'}
      </T>
    );
  return (
    <>
      <T as="p" values={{ incomplete: grouped(incomplete), agents: grouped(agents) }}>
        {'%{incomplete} of %{agents} agents who were paid, or are owed something, lack what a certificate needs.'}
      </T>
      <table className="plain-table">
        <caption className="sr-only">
          <T>Missing details</T>
        </caption>
        <tbody>
          {rows.map(({ agentId, missing }) => (
            <tr key={agentId}>
              <th scope="row">
                <AgentLink id={agentId} />
              </th>
              <T as="td">{listed(missing.map(words), '%{one}, %{more}')}</T>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
