import type { PromotionOutcome as Line } from '@fynbos/api/rewards/answers.ts';
import { grouped, percent, rand, words } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { FigureTable, figures } from '../record/FigureTable.tsx';
import { TextLink } from '../record/TextLink.tsx';
import { Empty } from '../record/texts.tsx';
import { useRead } from '../record/use-read.tsx';

/** Results of the promotion: rentals, rewards and refusals by reason, from the read model of rewards. */
export function Performance({ id }: { id: string }) {
  const { data, notice } = useRead<Line[]>(`promotions/${id}/performance`);
  if (notice) return notice;
  if (data.length === 0) return <Empty>No rental has been decided on this promotion yet.</Empty>;
  const total = (value: (line: Line) => number) => data.reduce((sum, line) => sum + value(line), 0);
  const rentals = total((line) => line.rentals);
  const refused = total((line) => (line.status === 'Declined' ? line.rentals : 0));
  const list = (line: Line) =>
    `/rewards?filter=${encodeURIComponent(
      JSON.stringify({ promotionId: id, status: line.status, ...(line.reason ? { reason: line.reason } : {}) }),
    )}`;
  return (
    <>
      <T
        as="p"
        values={{
          earning: grouped(rentals - refused),
          rentals: grouped(rentals),
          share: percent((rentals - refused) / rentals),
          total: rand(total((line) => line.nettCents)),
        }}
      >
        {'%{earning} of %{rentals} rentals earned a reward (%{share}): %{total} nett in total.'}
      </T>
      <FigureTable
        caption="Rentals and rewards by outcome"
        columns={['Outcome', 'Reason', ...figures('Rentals', 'T&K revenue', 'Gross', 'Nett')]}
        rows={data.map((line) => [
          `${line.status} ${line.reason}`,
          [line.status],
          line.reason ? [words(line.reason)] : '—',
          <TextLink key="rentals" to={list(line)} text={grouped(line.rentals)} />,
          rand(line.tkRevenueCents),
          rand(line.grossCents),
          rand(line.nettCents),
        ])}
        totals={[
          'Total',
          '',
          grouped(rentals),
          rand(total((line) => line.tkRevenueCents)),
          rand(total((line) => line.grossCents)),
          rand(total((line) => line.nettCents)),
        ]}
      />
    </>
  );
}
