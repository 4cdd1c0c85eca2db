import { grouped, instant, rand } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { FigureTable, figures } from '../record/FigureTable.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Empty, Tag, TextLink } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';
import { questionOf, type Recalculation } from '../simulation/what-if.ts';

const POLL_MS = 1000;

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
      <span className={`status ${isAsPreviewed ? 'good' : 'attention'}`}>
        <T>{isAsPreviewed ? 'as previewed' : 'the balances had changed'}</T>
      </span>
    </>
  );
}

const COLUMNS = ['Correction', 'Reason', 'Requested and approved by', ...figures('Previewed, nett', 'Booked, nett')];

/** Adjustments that follow simulations: author, reason, preview and booked entries. */
export function Recalculations({ codeOf }: { codeOf: (promotionId: string) => string }) {
  const { data, error, refetch, notice } = useRead<Recalculation[]>('recalculations', {
    pollMs: POLL_MS,
    pollWhile: (answer) => answer.some(({ status }) => status === 'booking'),
  });
  if (error && !data?.length) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Waiting rows={3} />;
  if (data.length === 0)
    return <Empty>No corrections from an analysis yet. An analysis offers one when amounts would change.</Empty>;
  return (
    <>
      {notice}
      <FigureTable
        caption="Corrections from what-ifs"
        columns={COLUMNS}
        rows={data.map((one) => [
          one.id,
          <TextLink key="question" to={`/what-ifs/${one.whatIfId}`} label={questionOf(one.definition, codeOf)} />,
          ['%{reason}: %{text}', { reason: [one.reason], text: one.text }],
          `${one.requestedByName}, ${one.approvedByName}, ${instant(one.orderedAt)}`,
          rand(one.preview.nettCents),
          <Booked key="booked" one={one} />,
        ])}
      />
    </>
  );
}
