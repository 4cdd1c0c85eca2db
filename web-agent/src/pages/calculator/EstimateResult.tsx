import { Link } from 'react-router-dom';
import type { Estimate } from '../../api/types.ts';
import { percent, rand } from '../../format/money.ts';

/** The estimate: the amount that reaches the agent, and how it comes about. */
export function EstimateResult({ estimate }: { readonly estimate: Estimate }) {
  const { status, promoCode, rate, tkRevenueCents, minimumRewardCents, payeRate } = estimate;
  const { grossCents, payeCents, nettCents } = estimate;
  if (status === 'Declined') {
    return (
      <section className="card stack-tight" aria-labelledby="estimate">
        <h2 id="estimate">This rental would earn nothing</h2>
        <p>{estimate.rule}</p>
        {estimate.reason === 'PromotionNotActive' && (
          <p>
            See under <Link to="/agent/incentives">How can I earn More?</Link> when each promotion runs.
          </p>
        )}
      </section>
    );
  }
  const isMinimum = grossCents === minimumRewardCents;
  return (
    <section className="card stack-tight" aria-labelledby="estimate">
      <h2 id="estimate">You would earn</h2>
      <p className="estimate tabular">{rand(nettCents)}</p>
      <dl className="estimate-steps tabular">
        <div>
          <dt>
            {percent(rate ?? 0)} of {rand(tkRevenueCents)} with {promoCode}
            {isMinimum && `, raised to the minimum reward`}
          </dt>
          <dd>{rand(grossCents)}</dd>
        </div>
        <div>
          <dt>{payeRate > 0 ? `Tax withheld, ${percent(payeRate)}` : 'No tax is withheld from you'}</dt>
          <dd>{rand(-payeCents)}</dd>
        </div>
        <div className="estimate-total">
          <dt>Paid to you</dt>
          <dd>{rand(nettCents)}</dd>
        </div>
      </dl>
      <p className="quiet">
        The reservation needs your tracking number and the code {promoCode}. The rental must match the reservation.
      </p>
    </section>
  );
}
