import { useQuery } from '@tanstack/react-query';
import { Title, usePermissions } from 'react-admin';
import { Link } from 'react-router-dom';
import { get } from '../api/http.ts';
import { date, grouped, instant, rand } from '../format/format.ts';
import { PageHead } from '../record/PageHead.tsx';
import { StatusTag } from '../record/StatusTag.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Wide } from '../record/Wide.tsx';
import { Recalculations } from './Recalculations.tsx';
import './finance.css';
import './what-if.css';
import { usePromotions } from './use-promotions.ts';
import { WhatIfForm } from './WhatIfForm.tsx';
import { isOpen, questionOf, type WhatIf } from './what-if.ts';

const POLL_MS = 1000;

function Runs({ runs, codeOf }: { runs: readonly WhatIf[]; codeOf: (promotionId: string) => string }) {
  return (
    <Wide>
      <table className="plain-table what-if-table">
        <caption className="sr-only">What was asked</caption>
        <thead>
          <tr>
            <th scope="col">What if</th>
            <th scope="col">Invoiced</th>
            <th scope="col">State</th>
            <th className="number" scope="col">
              A correction would book, nett
            </th>
            <th scope="col">Asked</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <th scope="row">
                <Link className="text-link" to={`/what-ifs/${run.id}`}>
                  {questionOf(run.definition, codeOf)}
                </Link>
              </th>
              <td>
                {date(run.definition.from)} to {date(run.definition.to)}
              </td>
              <td>
                <StatusTag status={run.state} />
                {run.state === 'running' && run.total !== null && ` ${grouped(run.done)} of ${grouped(run.total)}`}
              </td>
              <td className="number">{run.totals && rand(run.totals.correction.nettCents)}</td>
              <td>
                {run.askedByName}, {instant(run.askedAt)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

/** What if: ask, see what was asked, and what became of it. */
export default function WhatIfsPage() {
  const { permissions } = usePermissions<Record<string, string>>();
  const { codeOf } = usePromotions();
  const { data, error, refetch } = useQuery({
    queryKey: ['what-ifs'],
    queryFn: ({ signal }) => get<WhatIf[]>('what-ifs', signal),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? POLL_MS : false),
  });
  return (
    <>
      <Title title="What if" />
      <PageHead title="What if" />
      <p>
        The history decided again under other terms, by the rules that decided it the first time. The books stay as they
        are until two people correct them.
      </p>
      <WhatIfForm />
      <h2 className="section">Asked before</h2>
      {error && <ErrorNote error={error} onRetry={refetch} />}
      {!error && !data && <Waiting rows={4} />}
      {data?.length === 0 && <p className="empty">Nothing was asked yet. Pick a period and what is assumed above.</p>}
      {data && data.length > 0 && <Runs codeOf={codeOf} runs={data} />}
      {permissions?.['reports:see'] && (
        <>
          <h2 className="section">Corrections that came of it</h2>
          <Recalculations codeOf={codeOf} />
        </>
      )}
    </>
  );
}
