import { offlineApi } from '../../api/offline-copy.ts';
import { useFresh, useLoaded } from '../../components/load-state.tsx';
import { filterMonths } from '../../format/date.ts';
import { t } from '../../i18n/t.tsx';
import { useSession } from '../../session/session.ts';
import { lazyPart } from '../../shell/lazy-page.tsx';
import { OfflineNote } from '../../shell/OfflineNote.tsx';
import { MonthlyGoal } from '../goal/MonthlyGoal.tsx';
import { EarnMore } from '../offers/EarnMore.tsx';
import { Balance, ExpiresSoon } from '../overview/Balance.tsx';
import { EarningsHero } from '../overview/EarningsHero.tsx';
import { FirstSteps, isNew } from '../overview/FirstSteps.tsx';
import { Greeting } from '../overview/Greeting.tsx';
import { YearSection } from '../year/YearSection.tsx';
import { useMonthAndView } from './MonthControls.tsx';
import { MonthSection } from './MonthSection.tsx';
import '../../styles/forms.css';
import './incentives.css';
import { Link } from '../../components/Link.tsx';

const MissingRentalForm = lazyPart(() => import('./MissingRentalForm.tsx'));

/** Shows an agent's rewards, their payment dates and the reasons (specification, section 2, Incentives screen). */
export default function IncentivesPage() {
  const session = useSession();
  // Computed on every render, because the page can stay open over the end of a month.
  const months = filterMonths(new Date());
  const { month, view, onMonth, onView } = useMonthAndView(months);
  const overview = useLoaded(offlineApi.overview, 'overview');
  useFresh(overview);
  const promotions = useLoaded(activePromotions, 'promotions');
  useFresh(promotions);
  const agent = session?.agent;
  const loyaltyTrackingNo = agent?.loyaltyTrackingNo ?? '';
  return (
    <div className="page stack-wide">
      <div className="stack">
        <Greeting agent={agent} overview={overview.data} />
        <OfflineNote />
        <div className="overview">
          {overview.data && isNew(overview.data) ? (
            <FirstSteps loyaltyTrackingNo={loyaltyTrackingNo} />
          ) : (
            <EarningsHero overview={overview} month={month} onMonth={onMonth} />
          )}
          <Balance of={overview} />
        </div>
        <ExpiresSoon expiring={overview.data?.expiring ?? null} />
        <div className="earning-row">
          <EarningTools />
          <MonthlyGoal />
        </div>
      </div>
      <MonthSection {...{ months, loyaltyTrackingNo, month, view, onMonth, onView }} />
      <EarnMore {...{ promotions, loyaltyTrackingNo }} minimumRewardCents={overview.data?.minimumRewardCents} />
      {overview.data && <YearSection months={overview.data.months} />}
      <MissingRentalForm months={months} />
    </div>
  );
}

/** The client filters for active promotions (specification, section 7). */
const activePromotions = async () => (await offlineApi.promotions()).filter(({ isActive }) => isActive);

const TOOLS = [
  { to: '/agent/calculator', label: t('What would I earn?') },
  { to: '/agent/bookings', label: t('Your bookings') },
  { to: '/agent/challenges', label: t('Goals and challenges') },
] as const;

/** Links to the tools around earning. */
function EarningTools() {
  return (
    <nav className="earning-tools" aria-label={t('Tools')}>
      <ul className="plain">
        {TOOLS.map(({ to, label }) => (
          <li key={to}>
            <Link className="button button-plain" to={to}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
