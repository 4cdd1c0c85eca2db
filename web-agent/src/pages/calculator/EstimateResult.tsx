import { timesRate } from '@fynbos/domain/money.ts';
import type { Estimate } from '../../api/types.ts';
import { Amounts } from '../../components/Amounts.tsx';
import { Link } from '../../components/Link.tsx';
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
              text="The dates of each promotion are under %{link}."
              link={<Link to="/agent/incentives">{t('How can I earn More?')}</Link>}
            />
          </p>
        )}
      </section>
    );
  }
  const isRaised = timesRate(tkRevenueCents, rate ?? 0) < minimumRewardCents;
  const calculation = { rate: percent(rate ?? 0), revenue: rand(tkRevenueCents), promoCode };
  return (
    <section className="card stack-tight" aria-labelledby="estimate">
      <h2 id="estimate">{t('You would earn')}</h2>
      <p className="figure figure-large">{rand(nettCents)}</p>
      <Amounts
        className="sums"
        of={[
          {
            name: isRaised
              ? t('%{rate} of %{revenue} with %{promoCode}, raised to the minimum reward', calculation)
              : t('%{rate} of %{revenue} with %{promoCode}', calculation),
            text: rand(grossCents),
          },
          {
            name:
              payeRate > 0
                ? t('Tax withheld, %{percent}', { percent: percent(payeRate) })
                : t('No tax is withheld from you'),
            text: rand(-payeCents),
          },
          { name: t('Paid to you'), text: rand(nettCents) },
        ]}
      />
      <p className="quiet">
        {t(
          'The reservation needs your tracking number and the code %{promoCode}. The rental must match the reservation.',
          { promoCode },
        )}
      </p>
    </section>
  );
}
