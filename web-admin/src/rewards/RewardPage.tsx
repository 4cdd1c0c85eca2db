import type { Reward as Listed } from '@fynbos/api/rewards/answers.ts';
import { useGetList } from 'react-admin';
import { useParams } from 'react-router-dom';
import { useMayOpen } from '../api/use-may.ts';
import { PageHead } from '../components/PageHead.tsx';
import { RecordTabs } from '../components/RecordTabs.tsx';
import { Remark, StatusTag, TextLink } from '../components/texts.tsx';
import { instant } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { TimelineTab } from '../history/TimelineTab.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { useWholeRecord } from '../past/use-record.ts';
import { Explanation } from './Explanation.tsx';
import './rewards.css';
import { RentalFacts } from './RentalFacts.tsx';

/** One reservation: the reason for its reward, the facts received, and its history. */
export default function RewardPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const mayOpen = useMayOpen();
  const { data: rental, notice } = useWholeRecord('rewards', id);
  const { data: [listed] = [] } = useGetList<Listed>('rewards', {
    filter: { id },
    pagination: { page: 1, perPage: 1 },
    meta: { asOf },
  });
  if (notice) return notice;
  const status = listed?.status ?? (rental.isCovered ? 'Declined' : rental.decision?.status);
  return (
    <>
      <PageHead
        crumbs={[{ to: '/rewards', label: 'Rewards' }]}
        status={status && <StatusTag status={status} />}
        title={['Reservation %{id}', { id }]}
      />
      {listed?.runId && mayOpen('/payouts') && (
        <p>
          <TextLink to={`/payouts/${listed.runId}`} label="View payout" />
        </p>
      )}
      <Remark values={{ lastRecordedAt: instant(rental.lastRecordedAt) }}>{'Last change %{lastRecordedAt}'}</Remark>
      <RecordTabs
        label="Reservation"
        tabs={{
          Explanation: <Explanation rental={rental} />,
          Facts: <RentalFacts facts={rental.facts} />,
          Timeline: <TimelineTab record={`rewards/${id}`} />,
          History: <HistoryTab id={id} resource="rewards" />,
        }}
      />
    </>
  );
}
