import { useMay } from '../api/use-may.ts';
import { PageHead } from '../components/PageHead.tsx';
import { Panel } from '../components/Panel.tsx';
import { Heading, StatusTag, Tag, TextLink } from '../components/texts.tsx';
import { date, grouped, instant, rand } from '../format/format.ts';
import './simulation.css';
import type { Simulation } from '@fynbos/api/simulation/answers.ts';
import { T } from '../i18n/T.tsx';
import type { Column } from '../list/columns.ts';
import { ListPage } from '../list/ListPage.tsx';
import { SimulationForm } from './SimulationForm.tsx';
import { isOpen, type Recalculation, titleOf } from './simulation.ts';
import { usePromotions } from './use-promotions.ts';

function BookingProgress({ one: { status, booked, preview, refusal, found, done, total } }: { one: Recalculation }) {
  if (status === 'booking')
    return (
      <Tag tone="attention" values={{ done: grouped(done ?? 0), count: total ?? 0 }}>
        {total ? 'Booking: %{done} of %{count} reservation |||| Booking: %{done} of %{count} reservations' : 'Booking'}
      </Tag>
    );
  if (status === 'refused')
    return (
      <>
        <Tag tone="attention">Nothing booked</Tag> <T>{refusal ?? ''}</T>{' '}
        <T values={{ nett: rand(found?.nettCents), count: found?.reservations ?? 0 }}>
          {'The preview was %{nett} for %{count} reservation. |||| The preview was %{nett} for %{count} reservations.'}
        </T>
      </>
    );
  const isAsPreviewed = booked?.nettCents === preview.nettCents && booked.reservations === preview.reservations;
  return (
    <>
      {rand(booked?.nettCents)}{' '}
      <Tag tone={isAsPreviewed ? 'good' : 'attention'}>
        {isAsPreviewed ? 'as previewed' : 'balances changed since the preview'}
      </Tag>
    </>
  );
}

const correctionColumnsOf = (codeOf: (promotionId: string) => string): readonly Column<Recalculation>[] => [
  {
    source: 'definition',
    label: 'Correction',
    render: ({ whatIfId, definition }) => <TextLink to={`/what-ifs/${whatIfId}`} label={titleOf(definition, codeOf)} />,
  },
  {
    source: 'reason',
    label: 'Reason',
    render: ({ reason, text }) => ['%{reason}: %{text}', { reason: [reason], text }],
  },
  {
    source: 'orderedAt',
    label: 'Requested and approved by',
    render: ({ requestedByName, approvedByName, orderedAt }) =>
      `${requestedByName}, ${approvedByName}, ${instant(orderedAt)}`,
  },
  { source: 'preview', label: 'Previewed, nett', number: true, render: ({ preview }) => rand(preview.nettCents) },
  { source: 'booked', label: 'Booked, nett', number: true, render: (one) => <BookingProgress one={one} /> },
];

const POLL_MS = 1000;

const columnsOf = (codeOf: (promotionId: string) => string): readonly Column<Simulation>[] => [
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
export default function SimulationsPage() {
  const may = useMay();
  const { codeOf } = usePromotions();
  return (
    <>
      <PageHead title="What if" />
      <T as="p">Recalculate past rewards under different terms.</T>
      {may('what-if:run') && (
        <Panel title="New analysis">
          <SimulationForm />
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
          <ListPage
            columns={correctionColumnsOf(codeOf)}
            embedded
            empty="No corrections from an analysis yet. An analysis offers one when amounts would change."
            perPage={25}
            pollMs={(rows) => (rows.some(({ status }) => status === 'booking') ? POLL_MS : null)}
            resource="recalculations"
            sort={{ field: 'orderedAt', order: 'DESC' }}
            title="Corrections from analyses"
          />
        </>
      )}
    </>
  );
}
