import { Link } from 'react-router-dom';
import type { Overview } from '../../api/types.ts';
import { dayName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { T, t } from '../../i18n/t.tsx';

/** Warns next to the balance that part of it expires soon. The payouts page lists the rewards concerned. */
export function ExpiresSoon({ expiring }: Pick<Overview, 'expiring'>) {
  if (!expiring) return null;
  return (
    <p className="note note-warning">
      <T
        text="%{nett} of your balance expires soon, starting on %{firstOn}, unless it’s paid out first. %{link}"
        nett={rand(expiring.nettCents)}
        firstOn={dayName(expiring.firstOn)}
        link={<Link to="/agent/payouts">{t('See which rewards, and what to do')}</Link>}
      />
    </p>
  );
}
