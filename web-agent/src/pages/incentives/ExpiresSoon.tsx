import { Link } from 'react-router-dom';
import type { Overview } from '../../api/types.ts';
import { dayName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';

/** Says beside the balance that some of it is lost soon; which rewards those are stands with the payouts. */
export function ExpiresSoon({ expiring }: Pick<Overview, 'expiring'>) {
  if (!expiring) return null;
  return (
    <p className="note note-warning">
      {rand(expiring.nettCents)} of your balance will expire soon, the first of it on {dayName(expiring.firstOn)},
      unless it is paid before. <Link to="/agent/payouts">See which rewards, and what to do</Link>
    </p>
  );
}
