import { Fragment } from 'react';
import { usePermissions } from 'react-admin';
import { date, grouped, instant, rand } from '../format/format.ts';
import { Recalculations } from '../recalculation/Recalculations.tsx';
import { FigureTable, figure } from '../record/FigureTable.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { Panel } from '../record/Panel.tsx';
import { Empty, Heading, StatusTag, TextLink } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import './what-if.css';
import type { Simulation as WhatIf } from '@fynbos/api/simulation/answers.ts';
import { T } from '../i18n/T.tsx';
import { usePromotions } from './use-promotions.ts';
import { WhatIfForm } from './WhatIfForm.tsx';
import { isOpen, questionOf } from './what-if.ts';

const POLL_MS = 1000;

const COLUMNS = ['Question', 'Invoiced', 'State', figure('Correction amount, nett'), 'Requested'];

function Runs({ runs, codeOf }: { runs: readonly WhatIf[]; codeOf: (promotionId: string) => string }) {
  return (
    <FigureTable
      caption="Previous analyses"
      columns={COLUMNS}
      rows={runs.map((run) => [
        run.id,
        <TextLink key="question" to={`/what-ifs/${run.id}`} label={questionOf(run.definition, codeOf)} />,
        ['%{from} to %{to}', { from: date(run.definition.from), to: date(run.definition.to) }],
        <Fragment key="state">
          <StatusTag status={run.state} />
          {run.state === 'running' && run.total !== null && (
            <>
              {' '}
              <T values={{ done: grouped(run.done), total: grouped(run.total) }}>{'%{done} of %{total}'}</T>
            </>
          )}
        </Fragment>,
        run.totals && rand(run.totals.correction.nettCents),
        `${run.askedByName}, ${instant(run.askedAt)}`,
      ])}
    />
  );
}

/** Starts simulations, and lists earlier ones with their outcome. */
export default function WhatIfsPage() {
  const { permissions } = usePermissions<Record<string, string>>();
  const { codeOf } = usePromotions();
  const { data, notice } = useRead<WhatIf[]>('what-ifs', {
    pollMs: POLL_MS,
    pollWhile: (answer) => answer.some(isOpen),
    rows: 4,
  });
  return (
    <>
      <PageHead title="What if" />
      <T as="p">
        Recalculate past rewards under different terms. Nothing is booked until two people approve a correction.
      </T>
      <Panel title="New analysis">
        <WhatIfForm />
      </Panel>
      <Heading>Previous analyses</Heading>
      {notice}
      {data?.length === 0 && <Empty>No analyses yet. Choose a period and a change above.</Empty>}
      {data && data.length > 0 && <Runs codeOf={codeOf} runs={data} />}
      {permissions?.['reports:see'] && (
        <>
          <Heading>Corrections from this analysis</Heading>
          <Recalculations codeOf={codeOf} />
        </>
      )}
    </>
  );
}
