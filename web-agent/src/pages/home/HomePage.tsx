import { Link } from 'react-router-dom';
import { offlineApi } from '../../api/offline-calls.ts';
import { useSession } from '../../session/use-session.ts';
import { OfflineNote, useReloadOnline } from '../../shell/OfflineNote.tsx';
import { PageIcon } from '../../shell/PageIcon.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { Balance } from '../incentives/Balance.tsx';
import { Greeting } from '../incentives/Greeting.tsx';
import { Blurb } from '../landing/Blurb.tsx';
import './home.css';

const WAYS = [
  {
    to: '/agent/incentives',
    icon: 'wallet',
    title: 'My Incentives',
    text: 'Every reservation, what it earned and why.',
  },
  {
    to: '/agent/bookings',
    icon: 'calendar',
    title: 'Your bookings',
    text: 'Rentals before their invoice, and what they would earn.',
  },
  {
    to: '/agent/challenges',
    icon: 'flower',
    title: 'Goals and challenges',
    text: 'Your tier, your monthly goal and challenges to take part in.',
  },
  {
    to: '/agent/payouts',
    icon: 'bank',
    title: 'Payouts & Tax',
    text: 'Payout history, statements and tax certificates.',
  },
  {
    to: '/agent/profile',
    icon: 'person',
    title: 'Profile',
    text: 'Personal details, bank account, password, devices and data.',
  },
  {
    to: '/agent/refer-agent',
    icon: 'share',
    title: 'Refer Agent',
    text: 'Invite colleagues and track their registration.',
  },
] as const;

/** The agent's home page: balance, links and the promotional blurb (specification, section 2, Route table). */
export default function HomePage() {
  const session = useSession();
  const overview = useLoaded(offlineApi.overview, 'overview');
  useReloadOnline(overview.reload);
  return (
    <>
      <div className="page stack-wide home-page">
        <div className="stack">
          <Greeting agent={session?.agent} overview={overview.data} />
          <OfflineNote />
          <Balance overview={overview.data} />
        </div>
        <ul className="ways">
          {WAYS.map(({ to, icon, title, text }) => (
            <li key={to}>
              <PageIcon name={icon} />
              <h2>
                <Link to={to}>{title}</Link>
              </h2>
              <p className="quiet">{text}</p>
            </li>
          ))}
        </ul>
      </div>
      <div className="home-blurb">
        <Blurb level={2} />
      </div>
    </>
  );
}
