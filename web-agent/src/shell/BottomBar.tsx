import { NavLink } from '../components/Link.tsx';
import { type IconName, PageIcon } from '../components/PageIcon.tsx';
import { t } from '../i18n/t.tsx';

const BOTTOM_LINKS: readonly { readonly to: string; readonly label: string; readonly icon: IconName }[] = [
  { to: '/agent/home', label: t('Home'), icon: 'home' },
  { to: '/agent/incentives', label: t('Rewards'), icon: 'wallet' },
  { to: '/agent/payouts', label: t('Payouts'), icon: 'bank' },
  { to: '/agent/refer-agent', label: t('Refer'), icon: 'people' },
  { to: '/agent/profile', label: t('Profile'), icon: 'person' },
];

/** The agent's daily pages within reach of the thumb, on a phone only. */
export default function BottomBar() {
  return (
    <nav className="bottom-bar" aria-label={t('Shortcuts')}>
      <ul>
        {BOTTOM_LINKS.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to}>
              <PageIcon name={icon} size={22} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
