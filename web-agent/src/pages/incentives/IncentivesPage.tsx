import { useState } from 'react';
import { api } from '../../api/calls.ts';
import { filterMonths } from '../../format/date.ts';
import { useSession } from '../../session/use-session.ts';
import { LoadFailed } from '../../shell/LoadFailed.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { Balance } from './Balance.tsx';
import { EarnMore } from './EarnMore.tsx';
import { ExpiresSoon } from './ExpiresSoon.tsx';
import { Greeting } from './Greeting.tsx';
import { MissingRentalForm } from './MissingRentalForm.tsx';
import { MonthSection } from './MonthSection.tsx';
import { YearSection } from './YearSection.tsx';
import '../../styles/forms.css';
import './incentives.css';

/** Shows an agent's rewards, their payment dates and the reasons (specification, section 2, Incentives screen). */
export default function IncentivesPage() {
  const session = useSession();
  const [months] = useState(() => filterMonths(new Date()));
  const overview = useLoaded(api.overview, 'overview');
  const promotions = useLoaded(activePromotions, 'promotions');
  const agent = session?.agent;
  return (
    <div className="page stack-wide">
      <div className="stack">
        <Greeting agent={agent} overview={overview.data} />
        {overview.failed && !overview.data && (
          <LoadFailed text="Your balance could not be loaded. Your rewards are safe." onRetry={overview.reload} />
        )}
        <Balance overview={overview.data} />
        <ExpiresSoon expiring={overview.data?.expiring ?? null} />
      </div>
      <MonthSection months={months} loyaltyTrackingNo={agent?.loyaltyTrackingNo ?? ''} />
      {overview.data && <YearSection months={overview.data.months} />}
      <EarnMore promotions={promotions.data} minimumRewardCents={overview.data?.minimumRewardCents} />
      <MissingRentalForm promotions={promotions.data ?? []} months={months} />
    </div>
  );
}

/** The client filters for active promotions (specification, section 7). */
const activePromotions = async () => (await api.promotions()).filter(({ isActive }) => isActive);
