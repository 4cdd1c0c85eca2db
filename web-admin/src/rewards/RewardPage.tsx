import type { Reward as Listed } from '@fynbos/api/rewards/answers.ts';
import { useGetList } from 'react-admin';
import { useParams } from 'react-router-dom';
import { useMayOpen } from '../api/use-may.ts';
import { useAsOf } from '../as-of/as-of.tsx';
import { useRecord } from '../as-of/use-record.ts';
import { ActionButton } from '../components/ActionButton.tsx';
import { RecordPage } from '../components/RecordPage.tsx';
import { instant } from '../format/format.ts';
import { HistoryTab } from '../history/HistoryTab.tsx';
import { TimelineTab } from '../history/TimelineTab.tsx';
import { T } from '../i18n/T.tsx';
import { Explanation } from './Explanation.tsx';
import './rewards.css';
import { RentalFacts } from './RentalFacts.tsx';

export default function RewardPage() {
  const { id = '' } = useParams();
  const asOf = useAsOf();
  const mayOpen = useMayOpen();
  const { data: [listed] = [] } = useGetList<Listed>('rewards', {
    filter: { id },
    pagination: { page: 1, perPage: 1 },
    meta: { asOf },
  });
  return (
    <RecordPage
      head={(rental) => ({
        about: <T values={{ lastRecordedAt: instant(rental.lastRecordedAt) }}>{'Last change %{lastRecordedAt}'}</T>,
        actions: listed?.runId && mayOpen('/payouts') && (
          <ActionButton label="View payout" to={`/payouts/${listed.runId}`} variant="outlined" />
        ),
        status: listed?.status ?? (rental.isCovered ? 'Declined' : rental.decision?.status),
        title: ['Reservation %{id}', { id }],
      })}
      kind="Reservation"
      parent={{ to: '/rewards', label: 'Rewards' }}
      read={useRecord('rewards', id)}
      tabs={(rental) => ({
        explanation: <Explanation rental={rental} />,
        facts: <RentalFacts facts={rental.facts} />,
        timeline: <TimelineTab record={`rewards/${id}`} />,
        history: <HistoryTab id={id} resource="rewards" />,
      })}
    />
  );
}
