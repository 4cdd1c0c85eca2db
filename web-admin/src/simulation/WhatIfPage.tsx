import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { date, grouped, instant, rand } from '../format/format.ts';
import { asPart, type Wording } from '../i18n/wording.ts';
import { Facts } from '../record/Facts.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { StatusTag } from '../record/StatusTag.tsx';
import { PageError, Waiting } from '../record/states.tsx';
import { Empty, Remark } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import { loadPage } from '../shell/load-page.ts';
import '../record/finance.css';
import './what-if.css';
import { T } from '../i18n/T.tsx';
import { usePromotions } from './use-promotions.ts';
import { WhatIfCommit } from './WhatIfCommit.tsx';
import { WhatIfProgress } from './WhatIfProgress.tsx';
import { resultPage, WhatIfResult } from './WhatIfResult.tsx';
import { findingOf, isOpen, questionOf, type WhatIf } from './what-if.ts';

const WhatIfChart = lazy(() => loadPage(() => import('./WhatIfChart.tsx')));
const CRUMBS = [{ to: '/what-ifs', label: 'What if' }];
const POLL_MS = 700;
/** Maximum number of months in the chart. The table shows longer results. */
const MONTHS = 24;

function Months({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['what-ifs', id, 'months'],
    queryFn: ({ signal }) => resultPage(id, 'month', 0, MONTHS, signal),
  });
  if (!data) return <Waiting rows={6} />;
  return (
    <Suspense fallback={<Waiting rows={6} />}>
      <div className="what-if-chart">
        <WhatIfChart rows={data.rows} />
      </div>
    </Suspense>
  );
}

const amounts = (gross: number, paye: number, nett: number): Wording => [
  '%{gross} gross, %{paye} PAYE, %{nett} nett',
  { gross: rand(gross), paye: rand(paye), nett: rand(nett) },
];

function Result({ run }: { run: WhatIf }) {
  const { totals } = run;
  if (!totals) return null;
  const { correction } = totals;
  return (
    <>
      <p className="what-if-finding">
        <T>{findingOf(totals)}</T>
      </p>
      <Facts
        facts={[
          ['As it happened', amounts(totals.grossCents, totals.payeCents, totals.nettCents)],
          [
            'Under the assumed terms',
            amounts(totals.assumedGrossCents, totals.assumedPayeCents, totals.assumedNettCents),
          ],
          [
            'Correction amount',
            [
              '%{amounts}, for %{agents} of %{all} agents',
              {
                amounts: amounts(correction.grossCents, correction.payeCents, correction.nettCents),
                agents: grouped(correction.agents),
                all: grouped(totals.agents),
              },
            ],
          ],
          ['Data as of', instant(run.asOf)],
        ]}
      />
      <Remark>
        Unpaid rewards are taxed on the payment date, so a correction books no additional PAYE for them. Rewards on hold
        are not owed, so they are not corrected.
      </Remark>
      {run.hasResult ? (
        <>
          <Months id={run.id} />
          <WhatIfResult id={run.id} />
        </>
      ) : (
        <Empty>The details were stored for a week and have expired. Run the analysis again to see them.</Empty>
      )}
    </>
  );
}

/** One simulation: its progress, its result and the adjustment that can follow. */
export default function WhatIfPage() {
  const { id = '' } = useParams();
  const { codeOf } = usePromotions();
  const { data, error, refetch, notice } = useRead<WhatIf>(`what-ifs/${id}`, {
    pollMs: POLL_MS,
    pollWhile: (answer) => isOpen(answer),
  });
  if (!data) return error ? <PageError crumbs={CRUMBS} error={error} title="What if" /> : <Waiting rows={8} />;
  const { definition, state, askedByName, askedAt } = data;
  const question = questionOf(definition, codeOf);
  return (
    <>
      <PageHead
        actions={<WhatIfCommit run={data} />}
        crumbs={CRUMBS}
        status={<StatusTag status={state} />}
        title={['What if: %{question}', { question: asPart(question) }]}
      />
      {notice}
      <T
        as="p"
        values={{ from: date(definition.from), to: date(definition.to), askedByName, askedAt: instant(askedAt) }}
      >
        {'Rentals invoiced from %{from} to %{to}. Requested by %{askedByName}, %{askedAt}.'}
      </T>
      {isOpen(data) && <WhatIfProgress onStopped={refetch} run={data} />}
      {state === 'cancelled' && <Empty>The analysis was cancelled. Run it again to see results.</Empty>}
      {state === 'failed' && (
        <Empty values={{ error: [data.error ?? ''] }}>
          {'The analysis failed (%{error}). Nothing was changed; run it again.'}
        </Empty>
      )}
      {state === 'done' && <Result run={data} />}
    </>
  );
}
