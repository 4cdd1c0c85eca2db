import type { TaxProfile } from '../../api/types.ts';
import { useRead } from '../../api/use-read.ts';
import { Amounts } from '../../components/Amounts.tsx';
import { Link } from '../../components/Link.tsx';
import { LoadState } from '../../components/load-state.tsx';
import { Page } from '../../components/Page.tsx';
import { dayName } from '../../format/date.ts';
import { rand } from '../../format/money.ts';
import { T, t } from '../../i18n/t.tsx';
import { CertificateList } from './CertificateList.tsx';
import { endOfTaxYear, missingText, treatmentText } from './tax-text.ts';

export default function TaxPage() {
  const profile = useRead('agent/tax-profile');
  const certificates = useRead('agent/certificates');
  return (
    <Page
      parent="payouts"
      title={t('Tax and certificates')}
      intro={t('Tax deducted from your rewards, and the certificates for your tax return.')}
    >
      <div className="stack-wide">
        <LoadState of={profile} text={t('Your tax profile could not be loaded.')} />
        {profile.data && <TaxSoFar profile={profile.data} />}
        <section className="stack" aria-labelledby="certificates">
          <h2 id="certificates">{t('Tax certificates')}</h2>
          <LoadState of={certificates} text={t('Your certificates could not be loaded.')} />
          {certificates.data && <CertificateList certificates={certificates.data} />}
        </section>
      </div>
    </Page>
  );
}

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
            <ul className="bullets">
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
