import { useMay } from '../api/use-may.ts';
import { FigureTable, figures } from '../components/FigureTable.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { Panel } from '../components/Panel.tsx';
import { Heading, StatusTag, Tag, TextLink } from '../components/texts.tsx';
import { useRead } from '../components/use-read.tsx';
import { date, grouped, instant, rand } from '../format/format.ts';
import './what-if.css';
import type { Simulation as WhatIf } from '@fynbos/api/simulation/answers.ts';
import { T } from '../i18n/T.tsx';
import type { Column } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { usePromotions } from './use-promotions.ts';
import { WhatIfForm } from './WhatIfForm.tsx';
import { isOpen, type Recalculation, titleOf } from './what-if.ts';

const BOOKING_POLL_MS = 1000;

function Booked({ one: { status, booked, preview, refusal, found, done, total } }: { one: Recalculation }) {
  if (status === 'booking')
    return (
      <Tag tone="attention" values={{ done: grouped(done ?? 0), total: grouped(total ?? 0) }}>
        {total ? 'Booking: %{done} of %{total} reservations' : 'Booking'}
      </Tag>
    );
  if (status === 'refused')
    return (
      <>
        <Tag tone="attention">Nothing booked</Tag> <T>{refusal ?? ''}</T>{' '}
        <T values={{ nett: rand(found?.nettCents), reservations: grouped(found?.reservations ?? 0) }}>
          {'The preview was %{nett} for %{reservations} reservations.'}
        </T>
      </>
    );
  const isAsPreviewed = booked?.nettCents === preview.nettCents && booked.reservations === preview.reservations;
  return (
    <>
      {rand(booked?.nettCents)}{' '}
      <Tag tone={isAsPreviewed ? 'good' : 'attention'}>
        {isAsPreviewed ? 'as previewed' : 'the balances had changed'}
      </Tag>
    </>
  );
}

const CORRECTION_COLUMNS = [
  'Correction',
  'Reason',
  'Requested and approved by',
  ...figures('Previewed, nett', 'Booked, nett'),
];

/** Adjustments that follow simulations: author, reason, preview and booked entries. */
function Recalculations({ codeOf }: { codeOf: (promotionId: string) => string }) {
  const { data, notice } = useRead('recalculations', {
    pollMs: (latest) => (latest?.some(({ status }) => status === 'booking') ? BOOKING_POLL_MS : null),
  });
  if (!data) return notice;
  return (
    <>
      {notice}
      <FigureTable
        caption="Corrections from what-ifs"
        columns={CORRECTION_COLUMNS}
        empty="No corrections from an analysis yet. An analysis offers one when amounts would change."
        rows={data.map((one) => [
          one.id,
          <TextLink key="question" to={`/what-ifs/${one.whatIfId}`} label={titleOf(one.definition, codeOf)} />,
          ['%{reason}: %{text}', { reason: [one.reason], text: one.text }],
          `${one.requestedByName}, ${one.approvedByName}, ${instant(one.orderedAt)}`,
          rand(one.preview.nettCents),
          <Booked key="booked" one={one} />,
        ])}
      />
    </>
  );
}

const POLL_MS = 1000;

const columnsOf = (codeOf: (promotionId: string) => string): readonly Column<WhatIf>[] => [
  {
    source: 'definition',
    label: 'Question',
    render: ({ id, definition }) => <TextLink to={`/what-ifs/${id}`} label={titleOf(definition, codeOf)} />,
  },
  {
    source: 'from',
    label: 'Invoiced',
    render: ({ definition: { from, to } }) => ['%{from} to %{to}', { from: date(from), to: date(to) }],
  },
  {
    source: 'state',
    label: 'State',
    render: ({ state, done, total }) => (
      <>
        <StatusTag status={state} />
        {state === 'running' && total !== null && (
          <>
            {' '}
            <T values={{ done: grouped(done), total: grouped(total) }}>{'%{done} of %{total}'}</T>
          </>
        )}
      </>
    ),
  },
  {
    source: 'correction',
    label: 'Correction amount, nett',
    number: true,
    render: ({ totals }) => totals && rand(totals.correction.nettCents),
  },
  {
    source: 'askedAt',
    label: 'Requested',
    render: ({ askedByName, askedAt }) => `${askedByName}, ${instant(askedAt)}`,
  },
];

/** Starts simulations, and lists earlier ones with their outcome. */
export default function WhatIfsPage() {
  const may = useMay();
  const { codeOf } = usePromotions();
  return (
    <>
      <PageHead title="What if" />
      <T as="p">Recalculate past rewards under different terms.</T>
      {may('what-if:run') && (
        <Panel title="New analysis">
          <WhatIfForm />
        </Panel>
      )}
      <Heading>Previous analyses</Heading>
      <ListPage
        columns={columnsOf(codeOf)}
        embedded
        empty="No analyses yet."
        perPage={25}
        pollMs={(rows) => (rows.some(isOpen) ? POLL_MS : null)}
        resource="what-ifs"
        sort={{ field: 'askedAt', order: 'DESC' }}
        title="Previous analyses"
      />
      {may('reports:see') && (
        <>
          <Heading>Corrections from analyses</Heading>
          <Recalculations codeOf={codeOf} />
        </>
      )}
    </>
  );
}
