import type { PayoutDetail as PayoutView } from '@fynbos/api/payouts/answers.ts';
import { TOTALS } from '@fynbos/domain/payout-run/totals.ts';
import { FigureTable, figures } from '../components/FigureTable.tsx';
import { Heading, StatusTag, TextLink } from '../components/texts.tsx';
import { date, grouped, rand } from '../format/format.ts';
import { T, type Wording } from '../i18n/T.tsx';

/** Difference in nett pay, in cents, in words: "R23.05 more", "R16 191.16 less", "the same amount". */
export const nettMore = (cents: number): Wording =>
  cents === 0 ? ['the same amount'] : [cents > 0 ? '%{nett} more' : '%{nett} less', { nett: rand(Math.abs(cents)) }];

/** Difference in payment lines in words: "1 line more", "12 lines fewer", "as many lines". */
export const linesMore = (lines: number): Wording =>
  lines === 0
    ? ['as many lines']
    : [
        lines > 0 ? '%{count} line more |||| %{count} lines more' : '%{count} line fewer |||| %{count} lines fewer',
        { count: Math.abs(lines) },
      ];

type Headline = Pick<PayoutView, 'status' | 'frozen' | 'sent' | 'paid'>;

/** The nett amount of a run at its stage, in cents, and what happens with it. */
export function headline({ status, frozen, sent, paid }: Headline): readonly [nettCents: number, text: string] {
  if (status === 'settled') return [paid.nettCents, 'nett paid, pay date %{payDate}'];
  if (status === 'exported') return [sent.nettCents, 'nett sent to the bank, pay date %{payDate}'];
  if (status === 'cancelling' || status === 'cancelled') return [frozen.nettCents, 'nett, cancelled'];
  return [frozen.nettCents, 'nett to be paid on %{payDate}'];
}

export function PayoutTotals({ run }: { run: PayoutView }) {
  const { previous, reasons } = run;
  const [nettCents, text] = headline(run);
  return (
    <>
      <p className="figure">{rand(nettCents)}</p>
      <T as="p" values={{ payDate: date(run.payDate) }}>
        {text}
      </T>
      <FigureTable
        caption="Totals of the run"
        columns={['Lines', ...figures('Number', 'Gross', 'PAYE', 'Nett')]}
        rows={TOTALS.filter(([field]) => field === 'frozen' || run[field].lines > 0).map(([field, label]) => [
          field,
          [label],
          grouped(run[field].lines),
          rand(run[field].grossCents),
          rand(run[field].payeCents),
          rand(run[field].nettCents),
        ])}
      />
      <Heading>Compared with the previous run</Heading>
      {previous ? (
        <T
          as="p"
          values={{
            link: <TextLink to={`/payouts/${previous.id}`} text={previous.reference} />,
            payDate: date(previous.payDate),
            count: previous.frozen.lines,
            nett: rand(previous.frozen.nettCents),
            linesMore: linesMore(previous.linesMore),
            nettMore: nettMore(previous.nettCentsMore),
          }}
        >
          {
            '%{link} of %{payDate} had %{count} line and %{nett}: this one has %{linesMore} and %{nettMore}. |||| %{link} of %{payDate} had %{count} lines and %{nett}: this one has %{linesMore} and %{nettMore}.'
          }
        </T>
      ) : (
        <T as="p">There is no earlier run of this kind.</T>
      )}
      <Heading>Left out and dropped</Heading>
      <FigureTable
        caption="Why agents have no line"
        empty="No agent with a balance is left out."
        columns={['Reason', 'State', ...figures('Agents', 'Nett')]}
        rows={reasons.map(({ state, reason, text, agents, nettCents }) => [
          `${state} ${reason}`,
          [text],
          <StatusTag key="state" status={state} />,
          grouped(agents),
          rand(nettCents),
        ])}
      />
    </>
  );
}
