import { Link } from 'react-router-dom';
import type { Overview } from '../../api/types.ts';
import { dayName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';

/** Warns next to the balance that part of it expires soon. The payouts page lists the rewards concerned. */
export function ExpiresSoon({ expiring }: Pick<Overview, 'expiring'>) {
  if (!expiring) return null;
  return (
    <p className="note note-warning">
      {rand(expiring.nettCents)} of your balance expires soon, starting on {dayName(expiring.firstOn)}, unless it’s paid
      out first. <Link to="/agent/payouts">See which rewards, and what to do</Link>
    </p>
  );
}
