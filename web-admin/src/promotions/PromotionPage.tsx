import { useGetOne, usePermissions } from 'react-admin';
import { useParams } from 'react-router-dom';
import { PendingChanges } from '../approvals/PendingChanges.tsx';
import { date, instant, percent } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { TimelineTab } from '../history/TimelineTab.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { ActionButton } from '../record/ActionButton.tsx';
import { Facts } from '../record/Facts.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { Presence } from '../record/Presence.tsx';
import { RecordTabs } from '../record/RecordTabs.tsx';
import { StatusTag } from '../record/StatusTag.tsx';
import { PageError, Waiting } from '../record/states.tsx';
import { Heading, Remark } from '../record/texts.tsx';
import { useTab } from '../record/use-tab.ts';
import { Performance } from './Performance.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { PromotionSwitch } from './PromotionSwitch.tsx';
import { type Promotion, rateShown } from './promotion.ts';
import { Timeline } from './Timeline.tsx';

const TABS = ['Overview', 'Performance', 'Timeline', 'History'] as const;

const CRUMBS = [{ to: '/promotions', label: 'Campaign Management' }] as const;

/** One promotion: details, dated changes, performance and history, as of now or a past moment. */
export default function PromotionPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const [tab, choose] = useTab(TABS);
  const { permissions } = usePermissions<Record<string, string>>();
  const { data, error } = useGetOne<Promotion>('promotions', { id, meta: { asOf } });
  if (error) return <PageError crumbs={CRUMBS} error={error} title="Promotion" />;
  if (!data) return <Waiting rows={8} />;
  const mayChange = !asOf && Boolean(permissions?.['promotions:change']);
  return (
    <>
      <PageHead
        actions={
          mayChange && (
            <>
              <ActionButton label="Edit" to={`/promotions/edit/${id}`} variant="outlined" />
              <ActionButton
                label="Plan a change"
                dialog={(close) => <PlanDialog onClose={close} promotion={data} />}
                variant="outlined"
              />
              <PromotionSwitch promotion={data} />
            </>
          )
        }
        crumbs={CRUMBS}
        status={<StatusTag status={data.state} />}
        title={data.promoCode}
      />
      <Remark values={{ updatedAt: instant(data.updatedAt) }}>{'Last change %{updatedAt}'}</Remark>
      <Presence record={`promotions/${id}`} />
      <PendingChanges subject={`promotions/${id}`} />
      <RecordTabs label="Promotion" names={TABS} onChoose={choose} tab={tab}>
        {tab === 'Overview' && (
          <>
            <Facts
              facts={[
                ['Incentive Amount', rateShown(data.promoRate)],
                ['Share of revenue', percent(data.promoRate)],
                ['Start Date', date(data.startDate)],
                ['End Date', data.endDate ? date(data.endDate) : ['Open-ended']],
                ['Description', data.description],
                ['Version', data.version],
              ]}
            />
            <Heading>Scheduled and past changes</Heading>
            <Timeline mayChange={mayChange} promotion={data} />
          </>
        )}
        {tab === 'Performance' && <Performance id={id} />}
        {tab === 'Timeline' && <TimelineTab record={`promotions/${id}`} />}
        {tab === 'History' && <HistoryTab id={id} resource="promotions" />}
      </RecordTabs>
    </>
  );
}
