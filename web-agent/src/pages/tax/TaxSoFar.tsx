import { Link } from 'react-router-dom';
import type { TaxProfile } from '../../api/types.ts';
import { Amounts } from '../../format/Amounts.tsx';
import { dayName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { T, t } from '../../i18n/t.tsx';
import { endOfTaxYear, missingText, treatmentText } from './tax-words.ts';

/** The tax year to date, how tax is withheld, and what is missing in the profile. */
export function TaxSoFar({ profile }: { readonly profile: TaxProfile }) {
  const { taxYear, thisTaxYear, missing, treatment } = profile;
  const { grossCents, payeCents } = thisTaxYear;
  return (
    <>
      <section className="stack" aria-labelledby="tax-year">
        <h2 id="tax-year">{t('Tax year %{taxYear} so far', { taxYear })}</h2>
        <p>
          {t('%{from} to %{to}. Rewards are taxed in the year they’re paid, not the year they’re earned.', {
            from: dayName(`${taxYear - 1}-03-01`),
            to: dayName(endOfTaxYear(taxYear)),
          })}
        </p>
        <Amounts
          className="sums"
          of={[
            { name: t('Paid to you before tax'), text: rand(grossCents) },
            { name: t('Withheld as PAYE'), text: rand(payeCents) },
            { name: t('Paid into your account'), text: rand(grossCents - payeCents) },
          ]}
        />
      </section>
      <section className="stack" aria-labelledby="tax-profile">
        <h2 id="tax-profile">{t('How you are taxed')}</h2>
        <p>{treatmentText(treatment)}</p>
        {missing.length === 0 ? (
          <p className="note">
            {t('Your tax details are complete. We’ll issue your certificate after the tax year ends.')}
          </p>
        ) : (
          <div className="note note-warning">
            <h3>{t('What is missing')}</h3>
            <ul className="missing">
              {missing.map((field) => {
                const { text, to } = missingText(field);
                return (
                  <li key={field}>
                    <Link to={to}>{text}</Link>
                  </li>
                );
              })}
            </ul>
          </div>
        )}
        <p className="quiet">
          <T
            text="Do you have a SARS tax directive, or are you paid as an independent contractor or through a company? %{link} with the supporting document."
            link={<Link to="/contact-us">{t('Contact us')}</Link>}
          />
        </p>
      </section>
    </>
  );
}
