import type { Reward as Listed, Rental } from '@fynbos/api/rewards/answers.ts';
import { useGetList } from 'react-admin';
import { useParams } from 'react-router-dom';
import { instant } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { TimelineTab } from '../history/TimelineTab.tsx';
import { useAsOf } from '../past/as-of.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { RecordTabs, useTab } from '../record/RecordTabs.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Remark, StatusTag, TextLink } from '../record/texts.tsx';
import { useMayOpen } from '../record/use-may.ts';
import { Explanation } from './Explanation.tsx';
import './rewards.css';
import { RentalFacts } from './RentalFacts.tsx';
import { useRental } from './use-rental.ts';

const TABS = ['Explanation', 'Facts', 'Timeline', 'History'] as const;

/** One reservation: the reason for its reward, the facts received, and its history. */
export default function RewardPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const [tab, choose] = useTab(TABS);
  const { rental, error } = useRental(id);
  if (error) return <ErrorNote error={error} />;
  if (!rental) return <Waiting rows={8} />;
  return <RewardRecord asOf={asOf} choose={choose} id={id} rental={rental} tab={tab} />;
}

function RewardRecord({
  id,
  asOf,
  rental,
  tab,
  choose,
}: {
  id: string;
  asOf: string | null;
  rental: Rental;
  tab: (typeof TABS)[number];
  choose: (tab: (typeof TABS)[number]) => void;
}) {
  const { data: rows = [] } = useGetList<Listed>('rewards', {
    filter: { id },
    pagination: { page: 1, perPage: 1 },
    meta: { asOf },
  });
  const [listed] = rows;
  const mayOpen = useMayOpen();
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
      <RecordTabs label="Reservation" names={TABS} onChoose={choose} tab={tab}>
        {tab === 'Explanation' && <Explanation rental={rental} />}
        {tab === 'Facts' && <RentalFacts facts={rental.facts} />}
        {tab === 'Timeline' && <TimelineTab record={`rewards/${id}`} />}
        {tab === 'History' && <HistoryTab id={id} resource="rewards" />}
      </RecordTabs>
    </>
  );
}
