import { Link } from 'react-router-dom';

const TOOLS = [
  { to: '/agent/calculator', label: 'What would I earn?' },
  { to: '/agent/bookings', label: 'Your bookings' },
  { to: '/agent/challenges', label: 'Goals and challenges' },
] as const;

/** Links to the tools around earning. */
export function EarningTools() {
  return (
    <nav className="earning-tools" aria-label="Tools">
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
