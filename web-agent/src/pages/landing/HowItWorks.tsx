import { Link } from 'react-router-dom';
import { T, t } from '../../i18n/t.tsx';

/** Three steps and three figures (specification, section 9), for new visitors. */
export function HowItWorks() {
  return (
    <div className="page stack-wide">
      <section className="stack" aria-labelledby="how">
        <h2 id="how">{t('How it works')}</h2>
        <ol className="steps">
          <li>
            <h3>{t('Register your agency')}</h3>
            <p>{t('Confirm your cell number with a one-time password and get your loyalty tracking number.')}</p>
          </li>
          <li>
            <h3>{t('Book with a promotion code')}</h3>
            <p>{t('Add your tracking number and an active promotion code to the reservation.')}</p>
          </li>
          <li>
            <h3>{t('Get paid')}</h3>
            <p>
              {t(
                'See gross, tax and nett for every reservation. Once you reach R100, we pay it into your bank account.',
              )}
            </p>
          </li>
        </ol>
        <p>
          <T
            text="It takes about five minutes to %{register}. Questions first? Read the %{questions}."
            register={<Link to="/registration">{t('register')}</Link>}
            questions={<Link to="/frequently-asked">{t('frequently asked questions')}</Link>}
          />
        </p>
      </section>
      <section aria-labelledby="figures">
        <h2 id="figures" className="sr-only">
          {t('The figures')}
        </h2>
        <dl className="figures">
          <div>
            <dt>{t('Minimum reward per qualifying reservation, before tax')}</dt>
            <dd>{t('R50')}</dd>
          </div>
          <div>
            <dt>{t('Payout threshold. Smaller amounts roll over until you reach it')}</dt>
            <dd>{t('R100')}</dd>
          </div>
          <div>
            <dt>{t('PAYE we pay to SARS for you, with an IRP5 certificate every year')}</dt>
            <dd>25%</dd>
          </div>
        </dl>
      </section>
    </div>
  );
}
