import type { TaxProfile } from '../../api/types.ts';
import { dayName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { t } from '../../i18n/t.tsx';

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
      <h2 id="expiring">{t('%{sum} expires soon', { sum: rand(sum) })}</h2>
      <p>
        {t(
          'A reward that is not paid within %{months} months of being earned expires. To keep it, complete your details or earn up to the payout minimum before the dates below.',
          { months: expiryMonths ?? '' },
        )}
      </p>
      <ul className="expiring">
        {expiring.slice(0, NAMED).map(({ reservationNo, nettCents, expiresOn }) => (
          <li key={reservationNo}>
            <span>{t('Reservation %{reservationNo}', { reservationNo })}</span>
            <span className="tabular">
              {t('%{nett} until %{expiresOn}', { nett: rand(nettCents), expiresOn: dayName(expiresOn) })}
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p>{t('And %{rest} more.', { rest })}</p>}
    </section>
  );
}
