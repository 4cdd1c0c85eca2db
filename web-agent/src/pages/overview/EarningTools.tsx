import { Link } from 'react-router-dom';
import { t } from '../../i18n/t.tsx';

const TOOLS = [
  { to: '/agent/calculator', label: t('What would I earn?') },
  { to: '/agent/bookings', label: t('Your bookings') },
  { to: '/agent/challenges', label: t('Goals and challenges') },
] as const;

/** Links to the tools around earning. */
export function EarningTools() {
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
