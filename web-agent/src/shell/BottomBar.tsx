import { NavLink } from 'react-router-dom';
import { type IconName, PageIcon } from './PageIcon.tsx';

const PLACES: readonly { readonly to: string; readonly label: string; readonly icon: IconName }[] = [
  { to: '/agent/home', label: 'Home', icon: 'home' },
  { to: '/agent/incentives', label: 'Rewards', icon: 'wallet' },
  { to: '/agent/payouts', label: 'Payouts', icon: 'bank' },
  { to: '/agent/refer-agent', label: 'Refer', icon: 'people' },
  { to: '/agent/profile', label: 'Profile', icon: 'person' },
];

/** The agent's daily pages within reach of the thumb, on a phone only. */
export default function BottomBar() {
  return (
    <nav className="bottom-bar" aria-label="Shortcuts">
      <ul>
        {PLACES.map(({ to, label, icon }) => (
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
