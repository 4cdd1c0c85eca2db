import { Link } from 'react-router-dom';
import type { Estimate } from '../../api/types.ts';
import { percent, rand } from '../../format/money.ts';
import { serverText, T, t } from '../../i18n/t.tsx';

/** The estimate: the amount that reaches the agent, and how it comes about. */
export function EstimateResult({ estimate }: { readonly estimate: Estimate }) {
  const { status, promoCode, rate, tkRevenueCents, minimumRewardCents, payeRate } = estimate;
  const { grossCents, payeCents, nettCents } = estimate;
  if (status === 'Declined') {
    return (
      <section className="card stack-tight" aria-labelledby="estimate">
        <h2 id="estimate">{t('This rental would earn nothing')}</h2>
        <p>{estimate.rule && serverText(estimate.rule)}</p>
        {estimate.reason === 'PromotionNotActive' && (
          <p>
            <T
              text="See under %{link} when each promotion runs."
              link={<Link to="/agent/incentives">{t('How can I earn More?')}</Link>}
            />
          </p>
        )}
      </section>
    );
  }
  const isMinimum = grossCents === minimumRewardCents;
  const calculation = { rate: percent(rate ?? 0), revenue: rand(tkRevenueCents), promoCode };
  return (
    <section className="card stack-tight" aria-labelledby="estimate">
      <h2 id="estimate">{t('You would earn')}</h2>
      <p className="estimate tabular">{rand(nettCents)}</p>
      <dl className="estimate-steps tabular">
        <div>
          <dt>
            {isMinimum
              ? t('%{rate} of %{revenue} with %{promoCode}, raised to the minimum reward', calculation)
              : t('%{rate} of %{revenue} with %{promoCode}', calculation)}
          </dt>
          <dd>{rand(grossCents)}</dd>
        </div>
        <div>
          <dt>
            {payeRate > 0
              ? t('Tax withheld, %{percent}', { percent: percent(payeRate) })
              : t('No tax is withheld from you')}
          </dt>
          <dd>{rand(-payeCents)}</dd>
        </div>
        <div className="estimate-total">
          <dt>{t('Paid to you')}</dt>
          <dd>{rand(nettCents)}</dd>
        </div>
      </dl>
      <p className="quiet">
        {t(
          'The reservation needs your tracking number and the code %{promoCode}. The rental must match the reservation.',
          { promoCode },
        )}
      </p>
    </section>
  );
}
