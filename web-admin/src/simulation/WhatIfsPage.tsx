import { useQuery } from '@tanstack/react-query';
import { usePermissions } from 'react-admin';
import { Link } from 'react-router-dom';
import { get } from '../api/http.ts';
import { date, grouped, instant, rand } from '../format/format.ts';
import { Recalculations } from '../recalculation/Recalculations.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { StatusTag } from '../record/StatusTag.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Wide } from '../record/Wide.tsx';
import '../record/finance.css';
import './what-if.css';
import { T } from '../i18n/T.tsx';
import { usePromotions } from './use-promotions.ts';
import { WhatIfForm } from './WhatIfForm.tsx';
import { isOpen, questionOf, type WhatIf } from './what-if.ts';

const POLL_MS = 1000;

function Runs({ runs, codeOf }: { runs: readonly WhatIf[]; codeOf: (promotionId: string) => string }) {
  return (
    <Wide>
      <table className="plain-table what-if-table">
        <caption className="sr-only">
          <T>What was asked</T>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <T>What if</T>
            </th>
            <th scope="col">
              <T>Invoiced</T>
            </th>
            <th scope="col">
              <T>State</T>
            </th>
            <th className="number" scope="col">
              <T>Correction amount, nett</T>
            </th>
            <th scope="col">
              <T>Requested</T>
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <th scope="row">
                <Link className="text-link" to={`/what-ifs/${run.id}`}>
                  <T>{questionOf(run.definition, codeOf)}</T>
                </Link>
              </th>
              <td>
                <T values={{ from: date(run.definition.from), to: date(run.definition.to) }}>{'%{from} to %{to}'}</T>
              </td>
              <td>
                <StatusTag status={run.state} />
                {run.state === 'running' && run.total !== null && (
                  <>
                    {' '}
                    <T values={{ done: grouped(run.done), total: grouped(run.total) }}>{'%{done} of %{total}'}</T>
                  </>
                )}
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

/** Starts simulations, and lists earlier ones with their outcome. */
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
      <PageHead title="What if" />
      <p>
        <T>Recalculate past rewards under different terms. Nothing is booked until two people approve a correction.</T>
      </p>
      <WhatIfForm />
      <h2 className="section">
        <T>Previous analyses</T>
      </h2>
      {error && <ErrorNote error={error} onRetry={refetch} />}
      {!error && !data && <Waiting rows={4} />}
      {data?.length === 0 && (
        <p className="empty">
          <T>No analyses yet. Choose a period and a change above.</T>
        </p>
      )}
      {data && data.length > 0 && <Runs codeOf={codeOf} runs={data} />}
      {permissions?.['reports:see'] && (
        <>
          <h2 className="section">
            <T>Corrections from this analysis</T>
          </h2>
          <Recalculations codeOf={codeOf} />
        </>
      )}
    </>
  );
}
