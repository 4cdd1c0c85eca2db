import type { PromotionRecord as Promotion } from '@fynbos/api/promotions/answers.ts';
import type { PromotionOutcome as Line } from '@fynbos/api/rewards/answers.ts';
import { Fragment } from 'react';
import { useParams } from 'react-router-dom';
import { useMay } from '../api/use-may.ts';
import { PendingChanges } from '../approvals/PendingChanges.tsx';
import { useAsOf } from '../as-of/as-of.tsx';
import { PresentOnly } from '../as-of/PresentOnly.tsx';
import { useListedRecord } from '../as-of/use-record.ts';
import { ActionButton, CommandButton } from '../components/ActionButton.tsx';
import { FigureTable, figures } from '../components/FigureTable.tsx';
import { RecordPage } from '../components/RecordPage.tsx';
import { Empty, Facts, Heading, StatusTag, TextLink } from '../components/texts.tsx';
import { listAt } from '../components/use-address.ts';
import { useRead } from '../components/use-read.tsx';
import { date, grouped, instant, percent, rand, share, today, words } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { TimelineTab } from '../history/TimelineTab.tsx';
import { asPart, T, type Wording } from '../i18n/T.tsx';
import { Presence } from '../presence/Presence.tsx';
import { EditPromotionDialog, PlanDialog } from './PromotionDialogs.tsx';
import { PromotionSwitch } from './PromotionSwitch.tsx';
import { rateShown } from './promotion.ts';
import { type DatedChange, timelineOf } from './timeline.ts';

function Performance({ id }: { id: string }) {
  const { data, notice } = useRead(`promotions/${id}/performance`);
  if (notice) return notice;
  if (data.length === 0) return <Empty>No rental has been decided on this promotion yet.</Empty>;
  const total = (value: (line: Line) => number) => data.reduce((sum, line) => sum + value(line), 0);
  const rentals = total((line) => line.rentals);
  const refused = total((line) => (line.status === 'Declined' ? line.rentals : 0));
  const list = (line: Line) =>
    listAt('/rewards', { promotionId: id, status: line.status, ...(line.reason ? { reason: line.reason } : {}) });
  return (
    <>
      <T
        as="p"
        values={{
          earning: grouped(rentals - refused),
          rentals: grouped(rentals),
          share: share(rentals - refused, rentals),
          total: rand(total((line) => line.nettCents)),
        }}
      >
        {'%{earning} of %{rentals} rentals earned a reward (%{share}): %{total} nett in total.'}
      </T>
      <FigureTable
        caption="Rentals and rewards by outcome"
        columns={['Outcome', ...figures('Rentals', 'T&K revenue', 'Gross', 'Nett')]}
        rows={data.map((line) => [
          `${line.status} ${line.reason}`,
          line.reason
            ? ['%{outcome}: %{reason}', { outcome: [line.status], reason: [words(line.reason).toLowerCase()] }]
            : [line.status],
          <TextLink key="rentals" to={list(line)} text={grouped(line.rentals)} />,
          rand(line.tkRevenueCents),
          rand(line.grossCents),
          rand(line.nettCents),
        ])}
        totals={[
          ['Total'],
          grouped(rentals),
          rand(total((line) => line.tkRevenueCents)),
          rand(total((line) => line.grossCents)),
          rand(total((line) => line.nettCents)),
        ]}
      />
    </>
  );
}

const COLUMNS = ['Effective from', 'Change', 'State'];

const changeText = ({ promoRate, isActive }: DatedChange): Wording =>
  promoRate === undefined
    ? isActive
      ? 'Switched on'
      : 'Switched off'
    : ['Rate %{rate} (%{percent} of revenue)', { rate: rateShown(promoRate), percent: percent(promoRate) }];

/** Past, current and planned changes of a promotion. Planned changes can be withdrawn. */
function Timeline({ promotion, mayChange }: { promotion: Promotion; mayChange: boolean }) {
  return (
    <FigureTable
      caption="Effective-dated changes"
      columns={COLUMNS}
      rows={timelineOf(promotion, today()).map((change) => [
        `${change.from} ${change.what}`,
        change.from.startsWith('0000') ? ['Start'] : date(change.from),
        changeText(change),
        <Fragment key="state">
          <StatusTag status={change.state} />{' '}
          {mayChange && change.state === 'planned' && (
            <CommandButton
              doneMessage="Withdrawn."
              label="Withdraw"
              accessibleName={[
                'Withdraw: %{change} from %{from}',
                {
                  change: asPart(changeText(change)),
                  from: date(change.from),
                },
              ]}
              run={({ command }) =>
                command(
                  'DELETE',
                  `promotions/${promotion.id}/changes/${encodeURIComponent(change.what)}/${change.from}`,
                )
              }
              size="small"
            />
          )}
        </Fragment>,
      ])}
    />
  );
}

export default function PromotionPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const mayChange = useMay()('promotions:change') && !asOf;
  return (
    <RecordPage
      head={(promotion) => ({
        about: <T values={{ updatedAt: instant(promotion.updatedAt) }}>{'Last change %{updatedAt}'}</T>,
        actions: mayChange && (
          <>
            <ActionButton label="Edit" name="edit" dialog={<EditPromotionDialog id={id} />} variant="contained" />
            <ActionButton
              label="Plan a change"
              name="plan"
              dialog={<PlanDialog promotion={promotion} />}
              variant="outlined"
            />
            <PromotionSwitch promotion={promotion} />
          </>
        ),
        status: promotion.state,
        title: promotion.promoCode,
      })}
      kind="Promotion"
      parent={{ to: '/promotions', label: 'Campaign Management' }}
      read={useListedRecord('promotions', id)}
      tabs={(promotion) => ({
        overview: (
          <>
            <Facts
              facts={[
                ['Incentive Amount', rateShown(promotion.promoRate)],
                ['Share of revenue', percent(promotion.promoRate)],
                ['Start Date', date(promotion.startDate)],
                ['End Date', promotion.endDate ? date(promotion.endDate) : ['Open-ended']],
                ['Description', promotion.description],
                ['Version', promotion.version],
              ]}
            />
            <Heading>Scheduled and past changes</Heading>
            <Timeline mayChange={mayChange} promotion={promotion} />
          </>
        ),
        performance: (
          <PresentOnly>
            <Performance id={id} />
          </PresentOnly>
        ),
        timeline: <TimelineTab record={`promotions/${id}`} />,
        history: <HistoryTab id={id} resource="promotions" />,
      })}
    >
      {() => (
        <>
          <Presence record={`promotions/${id}`} />
          <PendingChanges subject={`promotions/${id}`} />
        </>
      )}
    </RecordPage>
  );
}
