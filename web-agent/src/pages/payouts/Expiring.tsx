import type { TaxProfile } from '../../api/types.ts';
import { dayName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';

/** Maximum number of rewards listed individually; the rest is included in the total. */
const NAMED = 5;

/**
 * Lists rewards that expire within sixty days if they are not paid first, and how to prevent it. Renders nothing if
 * there are none.
 */
export function Expiring({ profile: { expiring, expiryMonths } }: { readonly profile: TaxProfile }) {
  if (expiring.length === 0) return null;
  const sum = expiring.reduce((cents, { nettCents }) => cents + nettCents, 0);
  const rest = expiring.length - NAMED;
  return (
    <section className="note note-warning" aria-labelledby="expiring">
      <h2 id="expiring">{rand(sum)} expires soon</h2>
      <p>
        A reward that is not paid within {expiryMonths} months of being earned expires. To keep it, complete your
        details or earn up to the payout minimum before the dates below.
      </p>
      <ul className="expiring">
        {expiring.slice(0, NAMED).map(({ reservationNo, nettCents, expiresOn }) => (
          <li key={reservationNo}>
            <span>Reservation {reservationNo}</span>
            <span className="tabular">
              {rand(nettCents)} until {dayName(expiresOn)}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p>And {rest} more.</p>}
    </section>
  );
}
