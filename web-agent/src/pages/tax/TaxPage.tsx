import { money } from '../../api/money-calls.ts';
import { LoadState } from '../../components/LoadState.tsx';
import { SubPage } from '../../components/SubPage.tsx';
import { useLoaded } from '../../components/use-loaded.ts';
import { t } from '../../i18n/t.tsx';
import { CertificateList } from './CertificateList.tsx';
import { TaxSoFar } from './TaxSoFar.tsx';
import './tax.css';

/** How tax is withheld, what is missing in the tax profile, and the certificates with their history. */
export default function TaxPage() {
  const profile = useLoaded(money.taxProfile, 'tax-profile');
  const certificates = useLoaded(money.certificates, 'certificates');
  return (
    <SubPage
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
    </SubPage>
  );
}
