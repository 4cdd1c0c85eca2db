import { offlineApi } from '../../api/offline-copy.ts';
import { Link } from '../../components/Link.tsx';
import { useFresh, useLoaded } from '../../components/load-state.tsx';
import { PageIcon } from '../../components/PageIcon.tsx';
import { t } from '../../i18n/t.tsx';
import { useSession } from '../../session/session.ts';
import { OfflineNote } from '../../shell/OfflineNote.tsx';
import { Blurb } from '../landing/Blurb.tsx';
import { Balance } from '../overview/Balance.tsx';
import { Greeting } from '../overview/Greeting.tsx';
import './home.css';

const PAGE_LINKS = [
  {
    to: '/agent/incentives',
    icon: 'wallet',
    title: t('My Incentives'),
    text: t('Every reservation, what it earned and why.'),
  },
  {
    to: '/agent/bookings',
    icon: 'calendar',
    title: t('Your bookings'),
    text: t('Rentals before their invoice, and what they would earn.'),
  },
  {
    to: '/agent/challenges',
    icon: 'flower',
    title: t('Goals and challenges'),
    text: t('Your tier, your monthly goal and challenges to take part in.'),
  },
  {
    to: '/agent/payouts',
    icon: 'bank',
    title: t('Payouts & Tax'),
    text: t('Payout history, statements and tax certificates.'),
  },
  {
    to: '/agent/profile',
    icon: 'person',
    title: t('Profile'),
    text: t('Personal details, bank account, password, devices and data.'),
  },
  {
    to: '/agent/refer-agent',
    icon: 'share',
    title: t('Refer Agent'),
    text: t('Invite colleagues and track their registration.'),
  },
] as const;

export default function HomePage() {
  const session = useSession();
  const overview = useLoaded(offlineApi.overview, 'overview');
  useFresh(overview);
  return (
    <>
      <div className="page stack-wide home-page">
        <div className="stack">
          <Greeting agent={session?.agent} overview={overview.data} />
          <OfflineNote />
          <Balance of={overview} />
        </div>
        <ul className="ways">
          {PAGE_LINKS.map(({ to, icon, title, text }) => (
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
