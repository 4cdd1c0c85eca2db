import { Link } from 'react-router-dom';
import type { TaxProfile } from '../../api/types.ts';
import { Amounts } from '../../format/Amounts.tsx';
import { dayName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { endOfTaxYear, missingText, treatmentText } from './tax-words.ts';

/** The tax year to date, how tax is withheld, and what is missing in the profile. */
export function TaxSoFar({ profile }: { readonly profile: TaxProfile }) {
  const { taxYear, thisTaxYear, missing, treatment } = profile;
  const { grossCents, payeCents } = thisTaxYear;
  return (
    <>
      <section className="stack" aria-labelledby="tax-year">
        <h2 id="tax-year">Tax year {taxYear} so far</h2>
        <p>
          {dayName(`${taxYear - 1}-03-01`)} to {dayName(endOfTaxYear(taxYear))}. Rewards are taxed in the year they’re
          paid, not the year they’re earned.
        </p>
        <Amounts
          className="sums"
          of={[
            { name: 'Paid to you before tax', text: rand(grossCents) },
            { name: 'Withheld as PAYE', text: rand(payeCents) },
            { name: 'Paid into your account', text: rand(grossCents - payeCents) },
          ]}
        />
      </section>
      <section className="stack" aria-labelledby="tax-profile">
        <h2 id="tax-profile">How you are taxed</h2>
        <p>{treatmentText(treatment)}</p>
        {missing.length === 0 ? (
          <p className="note">Your tax details are complete. We’ll issue your certificate after the tax year ends.</p>
        ) : (
          <div className="note note-warning">
            <h3>What is missing</h3>
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
          Do you have a SARS tax directive, or are you paid as an independent contractor or through a company?{' '}
          <Link to="/contact-us">Contact us</Link> with the supporting document.
        </p>
      </section>
    </>
  );
}
