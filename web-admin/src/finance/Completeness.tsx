import { Link } from 'react-router-dom';
import { grouped, words } from '../format/format.ts';
import type { CompletenessView } from './tax.ts';

/** Whose certificate cannot be made yet, and what is missing for it. */
export function Completeness({ completeness }: { completeness: CompletenessView }) {
  const { agents, incomplete, rows } = completeness;
  if (incomplete === 0)
    return (
      <p>Nothing is missing for the {grouped(agents)} agents who were paid in this tax year or are owed something.</p>
    );
  return (
    <>
      <p>
        {grouped(incomplete)} of {grouped(agents)} agents who were paid, or are owed something, lack what a certificate
        needs.
      </p>
      <table className="plain-table">
        <caption className="sr-only">What is missing</caption>
        <tbody>
          {rows.map(({ agentId, missing }) => (
            <tr key={agentId}>
              <th scope="row">
                <Link className="text-link" to={`/travel-agents/${agentId}`}>
                  Agent {agentId}
                </Link>
              </th>
              <td>{missing.map(words).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
